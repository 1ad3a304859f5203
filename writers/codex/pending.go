package codex

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	format "stead/adapters/codex"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// pendingCall is a call whose result is still missing. Its item is written together with the result, as the CLI does.
type pendingCall struct {
	id   string // the native id
	call format.Call
	own  bool // whether it calls one of the CLI's own tools
	// namespace is that of an MCP server's tool.
	namespace string
	server    string
	tool      string
	input     json.RawMessage
	// restored marks a call from a restored line. The restored lines complete it.
	restored bool
}

// pendingCalls are the calls of the open turn that wait for their results, in order.
type pendingCalls []pendingItem

type pendingItem struct {
	entry string
	pendingCall
}

func (p *pendingCalls) add(entry string, c pendingCall) { *p = append(*p, pendingItem{entry, c}) }

func (p *pendingCalls) take(entry string) (pendingCall, bool) {
	at := slices.IndexFunc(*p, func(c pendingItem) bool { return c.entry == entry })
	if at < 0 {
		return pendingCall{}, false
	}
	c := (*p)[at].pendingCall
	*p = slices.Delete(*p, at, at+1)
	return c, true
}

// setForeign turns it into a call of a tool that Codex does not have: of an MCP server, or of another CLI.
func (c *pendingCall) setForeign(cli, tool string, mode format.Mode) {
	c.server, c.tool = cli, tool
	namespace, server, name, ok := format.SplitServer(tool)
	if ok {
		c.server, c.tool = server, name
	}
	if ok && mode == format.Paginated { // Codex before 0.145 uses the whole name
		c.namespace, tool = toolmap.Plain(namespace), name
	}
	c.call = format.Call{Name: toolmap.Plain(tool), Arguments: c.input}
}

func functionMembers(o *timeline.Object, c pendingCall) {
	o.String("type", "function_call")
	o.String("name", c.call.Name)
	o.Optional("namespace", c.namespace)
	arguments := string(c.call.Arguments)
	if arguments == "" {
		arguments = "{}"
	}
	o.String("arguments", arguments)
	o.String("call_id", c.id)
}

func patchMembers(o *timeline.Object, c pendingCall) {
	o.String("type", "custom_tool_call")
	o.String("name", c.call.Name)
	o.Text("input", c.call.Patch)
	o.String("call_id", c.id)
	o.String("status", "completed")
}

// maxCallID is the maximum length of a call id in the Responses API.
const maxCallID = 64

// callID returns an id that the API accepts: letters, digits, dashes and underscores. Ids that would become equal
// remain distinct.
func callID(id string) string {
	clean := toolmap.Plain(id)
	if clean == id && len(id) <= maxCallID {
		return id
	}
	h := fnv.New64a()
	h.Write([]byte(id))
	return fmt.Sprintf("%.*s-%016x", min(len(clean), maxCallID-17), clean, h.Sum64())
}
