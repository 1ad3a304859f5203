"""Uses the server of sessions by the official Python client of MCP, and prints what it got as JSON.

sessions.py COMMAND... starts a server; sessions.py URL asks one that runs, with the token in TOKEN.
"""

import json
import os
import sys

import anyio
import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError


def server(arguments):
    if arguments[0].startswith("http://"):
        headers = {"Authorization": "Bearer " + os.environ["TOKEN"]}
        return streamable_http_client(arguments[0], http_client=httpx2.AsyncClient(headers=headers))
    return StdioServerParameters(command=arguments[0], args=arguments[1:], env=dict(os.environ))


async def refused(prompt):
    try:
        await prompt
    except MCPError as error:
        return str(error)
    return ""


async def use(client, got):
    async def told(progress, total, message):
        got["told"].append({"progress": progress, "total": total, "message": message})

    found = await client.call_tool("search_sessions", {"query": '"fixed add"'}, progress_callback=told)
    got["found"] = found.structured_content
    got["text"] = found.content[0].text
    got["schemas"] = {tool.name: bool(tool.output_schema) for tool in (await client.list_tools()).tools}
    wrong = await client.call_tool("list_sessions", {"cli": "cluade"})
    got["wrong"] = wrong.content[0].text if wrong.is_error else ""
    got["resources"] = [str(resource.uri) for resource in (await client.list_resources()).resources]
    templates = await client.list_resource_templates()
    got["templates"] = [template.uri_template for template in templates.resource_templates]
    got["read"] = (await client.read_resource(got["resources"][0])).contents[0].text
    got["prompts"] = [prompt.name for prompt in (await client.list_prompts()).prompts]
    continued = await client.get_prompt("continue_from", {"session": "pi:."})
    got["continued"] = continued.messages[0].content.text
    got["undecided"] = await refused(client.get_prompt("what_was_decided", {}))


async def main():
    got = {"told": []}
    async with Client(server(sys.argv[1:])) as client:
        await use(client, got)
    print(json.dumps(got))


anyio.run(main)
