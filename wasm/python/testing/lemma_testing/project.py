"""Makes a repository look installed: its folders in the search path, its metadata where importlib.metadata finds it."""

import configparser
import os
import pathlib
import re
import sys
import tomllib

METADATA = "/tmp/metadata-of-the-repository"


def prepare(root, directory):
    """Goes to the directory; returns notes."""
    base = os.path.join(root, directory) if directory else root
    os.chdir(base)
    sys.pycache_prefix = "/tmp/no-bytecode"  # what lies beside the sources may be of others
    own = [f"{folder}/src" for folder in (base, root)] + [base, root]
    folders = list(dict.fromkeys(folder for folder in own if os.path.isdir(folder)))
    sys.path[:] = [*folders, *(entry for entry in sys.path if entry not in (*own, ""))]
    try:
        return _install(pathlib.Path(base))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, configparser.Error) as error:
        return [f"The project's metadata could not be read: {type(error).__name__}: {error}"]


def module_name(root, path):
    """By which name a file below `root` is imported, after `prepare`."""
    for folder in sys.path:
        inside = folder.rstrip("/").removeprefix(root.rstrip("/")).strip("/")
        below = f"{inside}/" if inside else ""
        if folder.startswith(root.rstrip("/")) and path.startswith(below):
            parts = path.removeprefix(below).removesuffix(".py").removesuffix("/__init__").split("/")
            if all(part.isidentifier() for part in parts):
                return ".".join(parts)
    # No name by which it could be imported: then by the name of its file, from its own folder.
    sys.path.insert(0, os.path.join(root, os.path.dirname(path)))
    return os.path.basename(path).removesuffix(".py")


def _install(base):
    project = _project(base)
    name = project.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[\w.-]+", name):
        return []
    version = project.get("version")
    notes = []
    if not isinstance(version, str):
        version = _version(base, name)
        if version is None:
            version = "0.0.0"
            notes.append(f"The version of {name} is made when it is built; here importlib.metadata says 0.0.0.")
    folder = pathlib.Path(METADATA, f"{re.sub(r'[-_.]+', '_', name)}-{version}.dist-info")
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = {"console_scripts": project.get("scripts", {}), **project.get("entry-points", {})}
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")
    sys.path.append(METADATA)
    return notes


def _project(base):
    file = base / "pyproject.toml"
    if file.is_file():
        settings = tomllib.loads(file.read_text())
        project = settings.get("project") or settings.get("tool", {}).get("poetry")
        if isinstance(project, dict):
            return project
    file = base / "setup.cfg"
    if file.is_file():
        parser = configparser.RawConfigParser()
        parser.read_string(file.read_text())
        if parser.has_section("metadata"):
            return {key: value for key, value in parser.items("metadata") if not value.startswith(("attr:", "file:"))}
    return {}


def _version(base, name):
    package = re.sub(r"[-.]+", "_", name)
    for path in (f"src/{package}/__init__.py", f"{package}/__init__.py", f"src/{package}.py", f"{package}.py"):
        if (base / path).is_file():
            found = re.search(r"^__version__ = [\"']([\w.+!-]+)[\"']", (base / path).read_text(), re.M)
            return found and found[1]
    return None
