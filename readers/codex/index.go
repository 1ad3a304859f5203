package codex

import (
	"cmp"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// index is what must be known of a rollout before its first entry can be told.
type index struct {
	meta         jsonl.Value // of the first session_meta: a fork by copy holds its parent's after it
	bare         bool
	model        string
	folder       string
	first, last  string
	total        jsonl.Value
	lines, known int
	// talk counts the lines that are part of the conversation.
	talk int

	// scripts are the commands of code mode calls, by the line of the call.
	scripts map[int][]string
	// moved are the lines of calls whose result stands before them, by the line of the result.
	moved map[int]int
	// rolled are the parts of the conversation that the user took back.
	rolled []span
	// spawned are the calls that started sub-agents, by what is known of these.
	spawned []spawn
	// agents are sub-agents whose sessions stead has written.
	agents []format.Agent

	calls     map[string]openCall // without a result so far
	early     map[string]int      // results without a call so far
	running   []string            // open code mode calls, oldest first
	prompts   []int               // the lines with which what was asked begins that was not taken back
	imported  int                 // the line up to which it is a copy of another CLI's session
	compacted int                 // the line of a compaction in this turn that no prompt has followed so far
	totals    int                 // how many counts of tokens there are
	loose     int                 // the last line with a command that belongs to no call
}

// maxMove is over how many lines a result is moved behind its call: it must be held meanwhile.
const maxMove = 1000

// span is a range of lines, the last one excluded.
type span struct{ from, to int }

// spawn is a call that started a sub-agent. Told is the beginning of its output.
type spawn struct{ call, told string }

type openCall struct {
	line int
	name string
}

func newIndex() *index {
	return &index{scripts: map[int][]string{}, moved: map[int]int{}, calls: map[string]openCall{}, early: map[string]int{}}
}

func (x *index) addChunk(c chunkFacts) {
	x.lines += c.lines
	x.known += c.known
	if x.first == "" {
		x.first = c.first
	}
	if c.last != "" {
		x.last = c.last
	}
	for _, f := range c.facts {
		x.add(f)
	}
}

func (x *index) add(f fact) {
	switch f.kind {
	case aMeta:
		if x.meta == nil {
			x.setMeta(f.value)
			x.agents = f.agents
		}
	case aContext:
		x.setContext(f)
	case aFolder:
		if x.folder == "" {
			x.folder = f.text
		}
	case aTotal:
		x.total, x.totals = f.value, x.totals+1
	case aPrompt:
		x.talk++
		x.prompts = append(x.prompts, x.beginOf(f.line))
	case aImported:
		x.imported = f.line
	case aTurn:
		x.compacted = 0
	case aCompacted:
		x.talk++
		x.compacted = f.line
	case aTalk:
		x.talk++
	case aCall:
		x.talk++
		x.addCall(f)
	case aResult:
		x.talk++
		x.addResult(f)
	case aNested:
		x.addNested(f)
	case aRollback:
		x.rollBack(f)
	}
}

func (x *index) setMeta(meta jsonl.Value) { x.meta, x.bare = meta, meta.Get("cwd") == nil }

func (x *index) setContext(f fact) {
	if f.text != "" {
		x.model = f.text
	}
	if x.folder == "" {
		x.folder = f.name
	}
}

func (x *index) addCall(f fact) {
	if at, ok := x.early[f.id]; ok && f.line-at <= maxMove {
		x.moved[at] = f.line
		delete(x.early, f.id)
		return
	}
	x.calls[f.id] = openCall{f.line, f.name}
	if f.name == format.Script {
		x.running = append(x.running, f.id)
	}
}

func (x *index) addResult(f fact) {
	c, ok := x.calls[f.id]
	if !ok {
		x.early[f.id] = f.line
		return
	}
	delete(x.calls, f.id)
	if c.name == format.SpawnAgent {
		x.spawned = append(x.spawned, spawn{f.id, f.text})
	}
	if len(x.running) > 0 {
		x.running = without(x.running, f.id)
	}
}

// addNested gives a command to the script that runs. Of several, the newest is the likeliest.
func (x *index) addNested(f fact) {
	if _, isCall := x.calls[f.id]; isCall {
		return
	}
	if len(x.running) == 0 {
		x.loose = f.line
		return
	}
	line := x.calls[x.running[len(x.running)-1]].line
	if command := commandOf(f.value); command != "" {
		x.scripts[line] = append(x.scripts[line], command)
	}
}

// beginOf returns the line with which a prompt's part of a turn begins: a compaction that its turn began with goes when
// the turn is taken back (0.171.0).
func (x *index) beginOf(prompt int) int {
	begin := cmp.Or(x.compacted, prompt)
	x.compacted = 0
	return begin
}

// rollBack marks the last turns as taken back: codex 0.169.0 no longer sends them, though they stay in the file.
func (x *index) rollBack(f fact) {
	first := len(x.prompts) - min(max(f.turns, 0), len(x.prompts))
	if first < len(x.prompts) {
		x.rolled = append(x.rolled, span{x.prompts[first], f.line})
		x.prompts = x.prompts[:first]
	}
}

func without(list []string, gone string) []string {
	kept := list[:0]
	for _, s := range list {
		if s != gone {
			kept = append(kept, s)
		}
	}
	return kept
}

func (x *index) tokens() *timeline.Tokens {
	if !x.total.IsObject() {
		return nil
	}
	return &timeline.Tokens{Input: x.total.Get("input_tokens").Int(), Output: x.total.Get("output_tokens").Int()}
}

// openScript returns the line of the oldest code mode call that still runs, or 0.
func (x *index) openScript() int {
	if len(x.running) == 0 {
		return 0
	}
	return x.calls[x.running[0]].line
}

// ownFrom returns the ordinal with which a sub-agent's own conversation begins (multi-agent v2 of codex 0.169.0).
func (x *index) ownFrom() int64 { return x.meta.Get("subagent_history_start_ordinal").Int() }
