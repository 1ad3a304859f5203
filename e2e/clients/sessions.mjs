// Uses the server of sessions by the official TypeScript client of MCP, and prints what it got as JSON.
//
// sessions.mjs FOLDER COMMAND... starts a server; sessions.mjs FOLDER URL asks one that runs, with the token in TOKEN. FOLDER has
// the client's packages.

import { createRequire } from 'node:module';

const [folder, ...server] = process.argv.slice(2);
const require = createRequire(folder + '/');
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');

const transport = server[0].startsWith('http://')
  ? new StreamableHTTPClientTransport(new URL(server[0]), {
      requestInit: { headers: { Authorization: 'Bearer ' + process.env.TOKEN } },
    })
  : new StdioClientTransport({ command: server[0], args: server.slice(1), env: process.env });

const got = { told: [] };
// The client itself forgets a progress that comes in one piece with the answer: it takes notifications a moment later than
// answers (protocol.js of 1.x). So what the server tells is taken before it.
transport.onmessage = (message) => {
  if (message.method === 'notifications/progress') got.told.push(message.params);
};
const client = new Client({ name: 'test', version: '1' });
await client.connect(transport);
// The client checks structured content by the schemas of the tools that it has listed.
const tools = (await client.listTools()).tools;
got.schemas = Object.fromEntries(tools.map((tool) => [tool.name, Boolean(tool.outputSchema)]));
const search = { name: 'search_sessions', arguments: { query: '"fixed add"' } };
const found = await client.callTool(search, undefined, { onprogress: () => {} });
got.found = found.structuredContent;
got.text = found.content[0].text;
const wrong = await client.callTool({ name: 'list_sessions', arguments: { cli: 'cluade' } });
got.wrong = wrong.isError ? wrong.content[0].text : '';
got.resources = (await client.listResources()).resources.map((resource) => resource.uri);
got.templates = (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate);
got.read = (await client.readResource({ uri: got.resources[0] })).contents[0].text;
got.prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
const continued = await client.getPrompt({ name: 'continue_from', arguments: { session: 'pi:.' } });
got.continued = continued.messages[0].content.text;
got.undecided = await client.getPrompt({ name: 'what_was_decided', arguments: {} }).then(
  () => '',
  (error) => error.message,
);
await client.close();
console.log(JSON.stringify(got));
