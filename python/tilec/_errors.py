"""What goes wrong, and what the compiler found as data."""


class Diagnostic(dict):
    """A finding of the compiler: a dictionary as ``--error-format json`` writes it, whose main parts are attributes too."""

    @property
    def code(self):
        return self["code"]

    @property
    def severity(self):
        """``"error"``, ``"warning"``, ``"remark"`` or ``"bug"``"""
        return self["severity"]

    @property
    def message(self):
        return self["message"]

    @property
    def span(self):
        """``file``, ``line``, ``column``, ``end_line`` and ``end_column`` of the place; None if it has none."""
        return self["primary"]

    @property
    def fixes(self):
        """Dictionaries with ``title``, ``applicability`` and ``edits``"""
        return self["fixes"]


class CompileError(Exception):
    """The source has errors: ``str()`` shows them as the compiler does, ``diagnostics`` has them as data."""

    def __init__(self, text, diagnostics=()):
        super().__init__(text)
        self.diagnostics = list(diagnostics)


class ArgumentError(TypeError):
    """An argument does not fit its parameter."""


class LaunchError(RuntimeError):
    """The driver refuses a program or a launch, or a kernel stopped on the CPU device; then ``diagnostics`` says where."""

    def __init__(self, text, diagnostics=()):
        super().__init__(text)
        self.diagnostics = list(diagnostics)
