"""Makes the wheels of this folder from Debian's packages, the same bytes on every machine.

    python3 make-wheels.py <folder of .deb files>

Writes `*.whl` and `manifest.json` beside itself. Needs `dpkg-deb`; README.md says where the packages come from.
"""

import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

FOLDER = pathlib.Path(__file__).parent
LIBRARY = "usr/lib/python3/dist-packages"
TIMESTAMP = (2020, 1, 1, 0, 0, 0)
WHEEL = "Wheel-Version: 1.0\nGenerator: make-wheels\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
# What an installer writes, and what is written anew here.
LEFT_OUT = {"INSTALLER", "RECORD", "REQUESTED", "WHEEL", "direct_url.json"}


def contents(unpacked):
    """The files of the package by their paths in the wheel, and the name of its metadata folder."""
    library = unpacked / LIBRARY
    (info,) = library.glob("*.dist-info")
    files = {
        path.relative_to(library).as_posix(): path.read_bytes()
        for path in library.rglob("*")
        if path.is_file() and not (path.parent == info and path.name in LEFT_OUT) and "__pycache__" not in path.parts
    }
    (copyright_file,) = unpacked.glob("usr/share/doc/*/copyright")
    metadata = files[f"{info.name}/METADATA"].decode()
    # Debian keeps the texts of licences in one file of its own.
    head, separator, body = metadata.partition("\n\n")
    head = re.sub(r"\nLicense-File: .*", "", head) + "\nLicense-File: COPYRIGHT"
    files[f"{info.name}/METADATA"] = (head + separator + body).encode()
    files[f"{info.name}/licenses/COPYRIGHT"] = copyright_file.read_bytes()
    files[f"{info.name}/WHEEL"] = WHEEL.encode()
    return files, info.name, head


def record(files, name):
    lines = []
    for path, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{name},,\n"]).encode()


def make(package, scratch):
    unpacked = pathlib.Path(scratch, package.stem)
    subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
    files, info, head = contents(unpacked)
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    wheel = FOLDER / f"{info.removesuffix('.dist-info')}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        # The metadata folder comes last, as PEP 427 recommends.
        for path, data in sorted(files.items(), key=lambda item: (item[0].startswith(info), item[0])):
            entry = zipfile.ZipInfo(path, TIMESTAMP)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    name, version = (re.search(rf"^{field}: (.*)$", head, re.M)[1] for field in ("Name", "Version"))
    return {
        "name": re.sub(r"[-_.]+", "-", name).lower(),
        "version": version,
        "file": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "from": {"file": package.name, "sha256": hashlib.sha256(package.read_bytes()).hexdigest()},
    }


def main():
    with tempfile.TemporaryDirectory() as scratch:
        packages = [make(package, scratch) for package in sorted(pathlib.Path(sys.argv[1]).glob("*.deb"))]
    (FOLDER / "manifest.json").write_text(json.dumps(packages, indent=2) + "\n")


main()
