package codex

import (
	"slices"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// item reads a response item.
func (r *record) item(l format.Line) {
	p := l.Payload
	switch l.Kind() {
	case "message":
		r.message(l)
	case format.AgentMessage:
		r.agentMessage(p)
	case "reasoning":
		r.reasoning(p)
	case "function_call":
		r.functionCall(p)
	case "custom_tool_call":
		r.customCall(p)
	case "local_shell_call":
		r.localShell(p)
	case "web_search_call":
		r.webSearch(p)
	case "tool_search_call":
		r.toolSearch(p)
	case "function_call_output", "custom_tool_call_output":
		r.result(p)
	case "tool_search_output":
		r.add(&timeline.Entry{
			ID: p.Get("id").String(), Type: timeline.ToolResult, CallID: p.Get("call_id").String(), Success: true,
			Output: timeline.NewText(string(p.Get("tools"))),
		})
	case "image_generation_call":
		r.imageGeneration(p)
	case "additional_tools":
		r.tools(p)
	case "compaction", "context_compaction":
		if p.Get("encrypted_content").IsString() {
			r.unknown(encryptedSummary, p)
		}
	}
}

// encryptedSummary is how reports name a summary that only the vendor's model can read.
const encryptedSummary = "encrypted summary"

// reasoning reads what the model thought, as far as it is readable. An encrypted one stays in its record.
func (r *record) reasoning(p jsonl.Value) {
	var texts []timeline.Text
	for _, parts := range []jsonl.Value{p.Get("summary"), p.Get("content")} {
		for part := range jsonl.Elements(parts) {
			texts = append(texts, textOf(part.Get("text")))
		}
		if thinking := timeline.Join(texts, "\n\n"); !thinking.IsEmpty() {
			r.add(&timeline.Entry{ID: p.Get("id").String(), Type: timeline.Assistant, Thinking: thinking})
			return
		}
	}
	r.hide(timeline.Text{})
	r.entries[0].ID = p.Get("id").String()
	if p.Get("encrypted_content").IsString() {
		r.entries[0].Origin = &timeline.Origin{Kind: timeline.UnknownRecord, Name: "encrypted thinking"}
	}
}

func (r *record) addCall(id, name string, tool timeline.Tool, input []byte) {
	r.call = name
	r.add(&timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: tool, Input: input, OriginalTool: name})
}

func (r *record) functionCall(p jsonl.Value) {
	name := p.Get("name").String()
	arguments := p.Get("arguments")
	decoded := []byte(arguments.String())
	if arguments.IsObject() { // not what the CLI writes, nor what it reads; what it says is clear nevertheless
		decoded = arguments
	}
	if server := p.Get("namespace").String(); format.IsServer(server) {
		name = format.ServerTool(server, name)
	}
	tool, input := format.ToUniversal(name, decoded)
	r.addCall(p.Get("call_id").String(), name, tool, input)
}

func (r *record) customCall(p jsonl.Value) {
	id, name, input := p.Get("call_id").String(), p.Get("name").String(), textOf(p.Get("input"))
	if name == format.ApplyPatch {
		tool, arguments := format.PatchToUniversal(input)
		r.addCall(id, name, tool, arguments)
		return
	}
	o := timeline.NewObject(nil)
	o.Text("input", input)
	r.addCall(id, name, timeline.Unknown, o.End())
	if name == format.Script {
		r.script = input
	}
}

func (r *record) localShell(p jsonl.Value) {
	tool, input := format.ToUniversal(format.LocalShell, withoutType(p.Get("action")))
	id := p.Get("call_id").String()
	if id == "" {
		id = p.Get("id").String()
	}
	r.addCall(id, format.LocalShell, tool, input)
}

// webSearch reads a search that the model's host ran: its results never reach the rollout.
func (r *record) webSearch(p jsonl.Value) {
	action := p.Get("action")
	tool, input := timeline.Unknown, withoutType(action)
	if query := action.Get("query"); query.IsString() {
		o := timeline.NewObject(nil)
		o.Raw("query", query)
		if queries := slices.Collect(jsonl.Elements(action.Get("queries"))); len(queries) > 1 {
			o.Raw("queries", action.Get("queries"))
		}
		tool, input = timeline.WebSearch, o.End()
	}
	r.addCall(p.Get("id").String(), format.WebSearch, tool, input)
}

// withoutType returns the members of an action that say something.
func withoutType(action jsonl.Value) []byte {
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(action) {
		if string(key) != "type" && !value.IsNull() {
			o.Raw(string(key), value)
		}
	}
	return o.End()
}

// result reads a tool's output: a text, or parts that may be pictures. Whether the call failed is the joiner's to tell.
func (r *record) result(p jsonl.Value) {
	var id, call, output jsonl.Value // in one walk: to look for an id that is not there is one over the output
	for key, value := range jsonl.Members(p) {
		switch string(key) {
		case "id":
			id = value
		case "call_id":
			call = value
		case "output":
			output = value
		}
	}
	if output.IsObject() {
		output = output.Get("content") // versions before the envelope wrapped it once more
	}
	e := &timeline.Entry{
		ID: id.String(), Type: timeline.ToolResult, CallID: call.String(), Success: true, Output: textOf(output),
	}
	o := outputOf(output)
	e.Attachments = o.media
	if output.IsArray() {
		e.Output = joinOutput(o.texts)
	}
	if call.IsNull() {
		notCalled(e, p)
	}
	r.add(e)
	for _, other := range o.others {
		r.unknown(other.kind, other.value)
	}
}

// notCalled makes a message of an output that answers no call: Codex 0.171.0 sends it on with the name of the tool that
// it is of.
func notCalled(e *timeline.Entry, p jsonl.Value) {
	name := p.Get("name").String()
	if namespace := p.Get("namespace").String(); namespace != "" {
		name = namespace + "." + name
	}
	e.Type, e.Content, e.Origin = timeline.User, e.Output, &timeline.Origin{Kind: timeline.Notification, Name: name}
	e.Output, e.Success = timeline.Text{}, false
}
