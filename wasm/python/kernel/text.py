"""Text for the reader, of objects that may not want to be shown."""

TEXT_LIMIT = 1 << 20


def printable(text, limit=TEXT_LIMIT):
    """`text` as valid UTF-8, cut to `limit` characters with a note of how many there were."""
    if len(text) > limit:
        text = f"{text[:limit]}\n[cut: the first {limit} of {len(text)} characters are shown]"
    return text.encode("utf-8", "backslashreplace").decode()


def message(error):
    """Class and text of an exception, also when its `__str__` raises."""
    try:
        text = str(error)
    except BaseException as failure:
        text = f"<its message raised {type(failure).__name__}>"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
