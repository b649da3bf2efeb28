#!/usr/bin/env python3
"""Provides the pinned ptxas and prints its path.

The assembler is in the PyPI package nvidia-cuda-nvcc; it is downloaded once into target/ptxas, with
Python's own library, because Debian's python3 comes without pip.
Nothing of it is needed to build tilec, only to check that the PTX it emits assembles.
"""

import hashlib
import html.parser
import io
import os
import pathlib
import platform
import stat
import sys
import urllib.error
import urllib.parse
import urllib.request
import zipfile

PACKAGE = "nvidia-cuda-nvcc"
VERSION = "13.3.73"
MEMBER = "nvidia/cu13/bin/ptxas"
# The wheel of each machine that NVIDIA builds for, by its SHA-256.
WHEELS = {
    "x86_64": "f483af83166c4fa356a21606076d553b0b4ceaebbd9912e537545080db695bdd",
    "aarch64": "70f250825355d2c3aa6c7a972a0ec00f020bad66d2679e527eb4336301c904aa",
}
TIMEOUT_S = 180


class Links(html.parser.HTMLParser):
    """The targets of the links of a page: an index in the form of PEP 503."""

    def __init__(self, page):
        super().__init__()
        self.targets = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.targets += [value for name, value in attrs if name == "href"]


def fetch(url):
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        return answer.read()


def wheel_url():
    """Where the index (pip's variable for it is honoured) has this machine's wheel."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
    page = f"{index}/{PACKAGE}/"
    file = f"{PACKAGE.replace('-', '_')}-{VERSION}-"
    for target in Links(fetch(page).decode()).targets:
        name = urllib.parse.urlparse(target).path.rsplit("/", 1)[-1]
        if name.startswith(file) and name.endswith(f"_{platform.machine()}.whl"):
            return urllib.parse.urljoin(page, target).split("#")[0]
    sys.exit(f"{page} has no {file}*_{platform.machine()}.whl; set TILEC_PTXAS to a ptxas of your own")


def download():
    """The bytes of ptxas."""
    wheel = fetch(wheel_url())
    digest = hashlib.sha256(wheel).hexdigest()
    if digest != WHEELS.get(platform.machine()):
        sys.exit(f"the wheel of {PACKAGE} {VERSION} has the unexpected SHA-256 {digest}")
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return archive.read(MEMBER)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    ptxas = root / "target" / "ptxas" / VERSION / "ptxas"
    if not ptxas.exists():
        try:
            data = download()
        except urllib.error.URLError as error:
            sys.exit(f"cannot download {PACKAGE} ({error}); set TILEC_PTXAS to a ptxas of your own")
        ptxas.parent.mkdir(parents=True, exist_ok=True)
        # Written aside and renamed, so that two runs at once cannot see half a file.
        partial = ptxas.with_suffix(f".{os.getpid()}")
        partial.write_bytes(data)
        partial.chmod(partial.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        partial.rename(ptxas)
    print(ptxas)


if __name__ == "__main__":
    main()
