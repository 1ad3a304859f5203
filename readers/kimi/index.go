package kimi

import (
	"cmp"

	format "stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// index holds the facts about a wire file that its first entry depends on.
type index struct {
	history format.History
	// lines counts all lines, known those that only this CLI writes, talk those that belong to the conversation.
	lines, known, talk int
	provider, model    string
	first, last        string
	tokens             timeline.Tokens

	// abandoned are the parts that are no longer in the conversation.
	abandoned []span
	// keeps maps the line of a compaction to the lines that it keeps. kept is the set of all these lines.
	keeps map[int][]int
	kept  map[int]bool
	// failed are the steps that the CLI repeated.
	failed map[string]bool
	// thoughts are the lines with thinking immediately before a text. The entry of the text holds both.
	thoughts map[int]bool
	// state tracks the content that a resumed session sends again. standing lists its lines, and stands is the same as a
	// set.
	state    format.Standing
	standing []int
	stands   map[int]bool
	// spawned maps the ids of sub-agents to the calls that started them.
	spawned map[string]string
}

// span is a range of lines; the last one is exclusive.
type span struct{ from, to int }

// fact holds the facts that the first pass takes from a line. It holds no bodies, so that the index does not grow with
// them.
type fact struct {
	format.Change
	isChange bool
	format.State
	isState bool

	provider, model string
	agent, call     string
	usage           *timeline.Usage
}

// chunkFacts are the facts of a chunk of lines.
type chunkFacts struct {
	facts              []fact
	lines, known, talk int
	first, last        string
}

func findFacts(lines []jsonl.Line) chunkFacts {
	c := chunkFacts{lines: len(lines)}
	var first, last jsonl.Value
	for _, line := range lines {
		r := format.Peek(jsonl.Trim(line.Bytes))
		if r.IsKnown() {
			c.known++
		}
		if isTalk(r) {
			c.talk++
		}
		if time := cmp.Or(string(r.Time), string(r.Created)); time != "" && r.Type != nil {
			if last = jsonl.Value(time); first == nil {
				first = last
			}
		}
		if f, ok := findFact(line.Number, r); ok {
			c.facts = append(c.facts, f)
		}
	}
	c.first, c.last = format.Timestamp(first), format.Timestamp(last)
	return c
}

// isTalk reports whether a record is part of the conversation.
func isTalk(r format.Record) bool {
	switch r.Type.String() {
	case format.AppendMessage:
		role := r.Message.Get("role")
		return role.Is("assistant") || role.Is("tool") || role.Is("user") && format.PeekMessage(r.Message).Origin.IsTyped()
	case format.AppendLoopEvent:
		kind := r.Event.Get("type").String()
		return kind == format.ContentPart || kind == format.ToolCall || kind == format.ToolResult
	}
	return r.Type.Is(format.ApplyCompaction)
}

func findFact(line int, r format.Record) (f fact, ok bool) {
	if f.Change, f.isChange = format.ChangeOf(line, r); f.isChange {
		f.usage = stepUsage(r.Event)
		return f, true
	}
	if f.State, f.isState = format.StateOf(line, r); f.isState {
		return f, true
	}
	switch r.Type.String() {
	case format.Request:
		f.provider, f.model = r.Raw.Get("provider").String(), r.Raw.Get("model").String()
		return f, f.model != ""
	case format.Spawned:
		f.agent, f.call = r.Raw.Get("subagentId").String(), r.Raw.Get("parentToolCallId").String()
		return f, f.agent != ""
	}
	return f, false
}

// stepUsage returns the token usage at the end of a step, or nil.
func stepUsage(event jsonl.Value) *timeline.Usage {
	if !event.Get("type").Is(format.StepEnd) {
		return nil
	}
	usage := event.Get("usage")
	counted := timeline.Usage{
		Input: usage.Get("inputOther").Int(), Output: usage.Get("output").Int(),
		CacheRead: usage.Get("inputCacheRead").Int(), CacheWrite: usage.Get("inputCacheCreation").Int(),
	}
	if counted.IsZero() {
		return nil
	}
	return &counted
}

func newIndex() *index {
	return &index{keeps: map[int][]int{}, kept: map[int]bool{}, failed: map[string]bool{}, thoughts: map[int]bool{},
		spawned: map[string]string{}}
}

func (x *index) addChunk(c chunkFacts) {
	x.lines += c.lines
	x.known += c.known
	x.talk += c.talk
	x.first = cmp.Or(x.first, c.first)
	x.last = cmp.Or(c.last, x.last)
	for _, f := range c.facts {
		x.add(f)
	}
}

func (x *index) add(f fact) {
	if f.model != "" {
		x.provider, x.model = f.provider, f.model
	}
	if f.agent != "" {
		x.spawned[f.agent] = f.call
	}
	if f.usage != nil {
		x.tokens.Input += f.usage.Input + f.usage.CacheRead + f.usage.CacheWrite
		x.tokens.Output += f.usage.Output
	}
	if f.isState {
		x.state.Apply(f.State)
	}
	if f.isChange {
		x.state.Follow(f.Change)
		x.apply(f.Line, x.history.Apply(f.Change))
	}
}

// settle determines the content that a resumed session sends again. A compaction keeps it.
func (x *index) settle() {
	x.standing, x.stands = x.state.Lines(x.history.Has), map[int]bool{}
	for _, line := range x.standing {
		x.stands[line], x.kept[line] = true, true
	}
}

func (x *index) apply(line int, e format.Effect) {
	if e.From < e.To {
		x.abandoned = append(x.abandoned, span{e.From, e.To})
	}
	if e.Thought > 0 {
		x.thoughts[e.Thought] = true
	}
	if e.Failed != "" {
		x.failed[e.Failed] = true
	}
	if len(e.Kept) > 0 {
		x.keeps[line] = e.Kept
		for _, kept := range e.Kept {
			x.kept[kept] = true
		}
	}
}
