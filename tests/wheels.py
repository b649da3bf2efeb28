"""Files out of pinned wheels of PyPI, with Python's own library, because Debian's python3 comes without pip.

Nothing of them is needed to build tilec, only to check what it emits.
"""

import hashlib
import html.parser
import io
import os
import pathlib
import platform
import stat
import sys
import urllib.parse
import urllib.request
import zipfile

TIMEOUT_S = 180
TARGET = pathlib.Path(__file__).resolve().parent.parent / "target"


class Links(html.parser.HTMLParser):
    """The targets of the links of a page: an index in the form of PEP 503."""

    def __init__(self, page):
        super().__init__()
        self.targets = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.targets += [value for name, value in attrs if name == "href"]


class Wheel:
    """A package at a version, with the SHA-256 of its wheel for each machine."""

    def __init__(self, package, version, digests):
        self.package, self.version, self.digests = package, version, digests

    def url(self):
        """Where the index (pip's variable for it is honoured) has this machine's wheel."""
        index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
        page = f"{index}/{self.package}/"
        file = f"{self.package.replace('-', '_')}-{self.version}-"
        for target in Links(fetch(page).decode()).targets:
            name = urllib.parse.urlparse(target).path.rsplit("/", 1)[-1]
            if name.startswith(file) and name.endswith(f"_{platform.machine()}.whl"):
                return urllib.parse.urljoin(page, target).split("#")[0]
        sys.exit(f"{page} has no {file}*_{platform.machine()}.whl")

    def extract(self, members):
        """Writes members of the wheel to the paths they are given, if one of these is not there yet."""
        if all(path.exists() for path in members.values()):
            return
        with self.open() as archive:
            for member, path in members.items():
                place(archive.read(member), path)

    def unpack(self, prefix, folder):
        """Writes all members below a folder of the wheel to another folder, once."""
        done = folder.parent / f"{self.package}-{self.version}"
        if done.exists():
            return
        with self.open() as archive:
            for member in archive.namelist():
                if member.startswith(prefix) and not member.endswith("/"):
                    place(archive.read(member), folder / member[len(prefix):])
        done.touch()

    def open(self):
        """The wheel, downloaded and compared with its digest."""
        try:
            data = fetch(self.url())
        except OSError as error:
            sys.exit(f"cannot download {self.package} ({error})")
        digest = hashlib.sha256(data).hexdigest()
        if digest != self.digests.get(platform.machine()):
            sys.exit(f"the wheel of {self.package} {self.version} has the unexpected SHA-256 {digest}")
        return zipfile.ZipFile(io.BytesIO(data))


def fetch(url):
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        return answer.read()


def place(data, path):
    """Writes a program, aside and then renamed, so that two runs at once cannot see half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}")
    partial.write_bytes(data)
    partial.chmod(partial.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    partial.rename(path)
