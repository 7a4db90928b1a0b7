# Prints who has arrived, changed or been deleted since the last run, one line each; cursor.txt keeps how far it has read.
import json, os, pathlib, time, urllib.error, urllib.request


def call(path, **asked):
    request = urllib.request.Request(
        f"{os.environ['PORTICO_URL']}/api/{path}",
        data=json.dumps(asked).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['PORTICO_TOKEN']}",
            "Content-Type": "application/json",
            "Prefer": "handling=strict",
        },
    )
    for pause in (1, 2, 4, None):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or pause is None:
                raise SystemExit(f"{path}: {error.code} {error.read().decode()}")
            time.sleep(int(error.headers.get("Retry-After") or pause))


kept = pathlib.Path("cursor.txt")
cursor = kept.read_text() if kept.exists() else None
while True:
    page = call("responses/getChanges", **({"cursor": cursor} if cursor else {}))
    for change in page["changes"]:
        flag = "deleted" if change["deleted"] else change["entry"]["flag"]["current"]
        print(change["anonymousId"], flag)
    cursor = page["cursor"]
    kept.write_text(cursor)
    if not page["hasMore"]:
        break
