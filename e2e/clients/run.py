"""Starts a run by the generated client of the API, follows it to its end, and prints what it saw as JSON.

run.py FOLDER ADDRESS SESSION; the folder has the package stead_client, and TOKEN is a token of the server.
"""

import json
import os
import sys

import httpx

folder, address, session = sys.argv[1:]
sys.path.insert(0, folder)

from stead_client import Client  # noqa: E402
from stead_client.api.access import trade_token  # noqa: E402
from stead_client.api.acts import start_run  # noqa: E402
from stead_client.api.events import follow_events  # noqa: E402
from stead_client.api.runs import get_journal, get_run  # noqa: E402
from stead_client.models import FollowEventsTopicsType0Item, Start, TradedToken  # noqa: E402


def signed_in():
    client = Client(base_url=address, timeout=httpx.Timeout(None))  # a CLI may be silent for longer than the default
    key = trade_token.sync(client=client, body=TradedToken(token=os.environ["TOKEN"]))
    cookies = dict(client.get_httpx_client().cookies)
    return client.with_cookies(cookies).with_headers({key.header: key.key})


def followed(client, events, run):
    """Yields the run's state when the stream begins, and after each event, until the run is done."""
    for line in events.iter_lines():
        if line.startswith("event:"):
            state = get_run.sync(run, client=client).state
            yield state
            if state == "done":
                return


client = signed_in()
refused = start_run.sync(client=client, body=Start(from_=session, to="nosuchcli", prompt="Go on"))
run = start_run.sync(client=client, body=Start(from_=session, to="codex", prompt="Go on"))
# The generated function waits for the end of its answer, and this one has none.
request = follow_events._get_kwargs(topics=[FollowEventsTopicsType0Item.RUN])
with client.get_httpx_client().stream(**request) as events:
    states = list(followed(client, events, run.id))
journal = get_journal.sync(run.id, client=client, from_=-2)
entries = [{"type": entry.type_, "text": entry.text} for entry in journal.items]
print(json.dumps({"states": states, "journal": entries, "refused": refused.type_}))
