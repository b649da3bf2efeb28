"""Python imports this on its own. A program that the suite starts uses tilec as well, which the plugin says in its environment."""
import os

if os.environ.get("TILEC_IN_SUITE"):
    import plugin  # noqa: F401
