package codex

import (
	"bytes"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
)

// fact is what the index pass takes from a line that says something about other lines or about the whole. Lines that
// hold only text give none: the index must not grow with bodies.
type fact struct {
	line int
	kind factKind
	// id is a call's id, name the tool's.
	id, name string
	// text is a model, a folder or the beginning of an output.
	text  string
	turns int
	// agents are sub-agents that stead noted beside metadata.
	agents []format.Agent
	// value is metadata, a count of tokens, or an item, which shares its line's memory and is not kept.
	value jsonl.Value
}

type factKind int

const (
	aMeta factKind = iota
	aContext
	aTalk // a message of a person or the model
	aPrompt
	aCall
	aResult
	aNested // a command that a code mode script ran
	aRollback
	aTurn      // a turn's beginning
	aCompacted // a compaction
	aImported  // the end of what was imported
	aTotal
	aFolder
)

// chunkFacts are the facts of a chunk of lines.
type chunkFacts struct {
	facts []fact
	lines int
	// known counts the lines of a type that the CLI writes.
	known       int
	first, last string
}

func findFacts(lines []jsonl.Line) chunkFacts {
	c := chunkFacts{lines: len(lines)}
	var first, last jsonl.Value
	for _, line := range lines {
		l := format.Peek(jsonl.Trim(line.Bytes))
		if l.IsKnown() {
			c.known++
		}
		if l.Timestamp.IsString() {
			if first == nil {
				first = l.Timestamp
			}
			last = l.Timestamp
		}
		if f, ok := findFact(l); ok {
			f.line = line.Number
			c.facts = append(c.facts, f)
		}
	}
	c.first, c.last = first.String(), last.String()
	return c
}

func findFact(l format.Line) (fact, bool) {
	p := l.Payload
	switch l.Type {
	case format.SessionMeta:
		return fact{kind: aMeta, value: bytes.Clone(p), agents: format.Agents(l.Note)}, true
	case format.TurnContext:
		return fact{kind: aContext, text: p.Get("model").String(), name: p.Get("cwd").String()}, true
	case format.UsageRecord:
		return fact{kind: aTotal, value: bytes.Clone(p.Get("thread_token_usage"))}, true
	case format.Compacted:
		return fact{kind: aCompacted}, true
	case format.AgentTalk:
		return fact{kind: aPrompt}, true
	case format.ResponseItem:
		return itemFact(l)
	case format.EventMessage:
		return eventFact(p)
	}
	return fact{}, false
}

func itemFact(l format.Line) (fact, bool) {
	p := l.Payload
	switch l.Kind() {
	case "message":
		return messageFact(l)
	case "reasoning", "web_search_call", "image_generation_call":
		return fact{kind: aTalk}, true
	case format.AgentMessage:
		return fact{kind: aPrompt}, true
	case "function_call", "local_shell_call", "custom_tool_call", "tool_search_call":
		return fact{kind: aCall, id: p.Get("call_id").String(), name: p.Get("name").String()}, true
	case "function_call_output", "custom_tool_call_output", "tool_search_output":
		if l.Kind() == "function_call_output" && p.Get("call_id").IsNull() {
			return fact{kind: aTalk}, true
		}
		return fact{kind: aResult, id: p.Get("call_id").String(), text: textOf(p.Get("output")).Head(outputHead)}, true
	}
	return fact{}, false
}

// outputHead is how much of an output is kept: enough for the id of the session that spawn_agent started.
const outputHead = 160

func messageFact(l format.Line) (fact, bool) {
	if l.Payload.Get("role").Is("assistant") {
		return fact{kind: aTalk}, true
	}
	if role := l.Payload.Get("role"); !role.Is("user") && !role.Is("developer") {
		return fact{}, false
	}
	f, ok := fact{}, false
	for _, b := range readBlocks(l.Payload, l.Note) {
		switch {
		case b.isRequest():
			return fact{kind: aPrompt}, true
		case !b.isRebuilt:
			f, ok = fact{kind: aTalk}, true
		case l.Bare && !ok: // the folder of a bare rollout is told nowhere else
			f, ok = fact{kind: aFolder, text: folderIn(b.content.Head(1024))}, true
		}
	}
	return f, ok
}

func eventFact(p jsonl.Value) (fact, bool) {
	switch p.Get("type").String() {
	case "item_completed":
		return nestedFact(p.Get("item"))
	case "agent_message":
		return fact{kind: aImported}, p.Get("message").Is(format.ImportedMark)
	case "task_started", "turn_started":
		return fact{kind: aTurn}, true
	case "thread_rolled_back":
		return fact{kind: aRollback, turns: int(p.Get("num_turns").Int())}, true
	case "token_count":
		if total := p.Get("info", "total_token_usage"); total.IsObject() {
			return fact{kind: aTotal, value: bytes.Clone(total)}, true
		}
	}
	return fact{}, false
}
