package codex

import (
	"bytes"
	"hash/maphash"

	format "stead/adapters/codex"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// joiner puts the records of a session together, in the order of the file: it gives ids that are missing or taken,
// pairs results with their calls, and adds what earlier records say about a later one.
type joiner struct {
	session string // set while the records of another session are joined
	// the id of the file that is joined, until its metadata has it: set for one with which its session did not begin
	opens  string
	isLeft bool   // whether the user has taken back what is joined
	begin  string // the time of a bare rollout
	// ownFrom is the ordinal with which a sub-agent's own conversation begins: its rollout may repeat its parent's before
	// it.
	ownFrom int64
	model   string

	ids  entry.IDs
	seed maphash.Seed // of the keys of told

	calls    map[string]call    // the calls that wait for their result, by native id
	outcomes map[string]outcome // of calls that wait for their result
	running  map[string]bool    // calls whose command went on after its result

	usageTotal  []byte
	usageRecord bool

	prompts []string            // the ids of what the user asked
	told    map[uint64][]string // the entries of the user's messages, by native id and by text
}

// call is a call that waits for its result.
type call struct {
	entry string // the id of its entry
	tool  string // the tool's native name
}

func newJoiner() *joiner {
	return &joiner{
		ids: entry.NewIDs(), seed: maphash.MakeSeed(),
		calls: map[string]call{}, outcomes: map[string]outcome{}, running: map[string]bool{},
		told: map[uint64][]string{},
	}
}

// begins prepares for the records of a segment.
func (j *joiner) begins(s *segment) {
	j.session, j.opens, j.ownFrom = s.session, s.opens, s.index.ownFrom()
}

// join completes the entries of a record. Commands are those that a code mode call ran.
func (j *joiner) join(r record, commands []string) []*timeline.Entry {
	if r.context != "" {
		j.model = r.context
	}
	if r.ordinal < j.ownFrom {
		r.inherit()
	}
	for i, e := range r.entries {
		native := e.ID
		if r.isMeta && j.opens != "" {
			native, j.opens = j.opens, ""
		}
		e.ID = j.identify(native, r.number, i)
		e.Native.Session = j.session
		if r.bare {
			j.date(e)
		}
		j.entry(r, e, native, commands)
	}
	j.remember(r)
	j.note(r)
	return r.entries
}

// date gives an entry of a bare rollout the time of the session: only its first line has one.
func (j *joiner) date(e *timeline.Entry) {
	if j.begin == "" {
		j.begin = e.Timestamp
	}
	if e.Timestamp == "" {
		e.Timestamp = j.begin
	}
}

func (j *joiner) entry(r record, e *timeline.Entry, native string, commands []string) {
	switch e.Type {
	case timeline.Assistant:
		e.Model = j.model
	case timeline.ToolCall:
		e.Model = j.model
		if r.call != format.WebSearch { // which has no result
			j.calls[native] = call{entry: e.ID, tool: r.call}
		}
		if len(commands) > 0 {
			e.Tool, e.Input = timeline.Bash, scriptInput(commands, r.script)
		}
	case timeline.ToolResult:
		j.result(e)
	}
	if r.compaction != nil {
		e.Compaction.Keeps = j.keeps(r.compaction.Get("replacement_history"))
	}
}

func (j *joiner) hash(text string) uint64 { return maphash.String(j.seed, text) }

// identify returns an id that no entry had before.
func (j *joiner) identify(native string, line, part int) string {
	if native == "" {
		native = entry.LineID(line, part)
		if j.session != "" {
			native = j.session + "/" + native
		}
	}
	return j.ids.Unique(native, line)
}

// scriptInput is the universal form of a code mode call: the commands that its script ran.
func scriptInput(commands []string, script timeline.Text) []byte {
	var all bytes.Buffer
	for i, command := range commands {
		if i > 0 {
			all.WriteByte('\n')
		}
		all.WriteString(command)
	}
	o := timeline.NewObject(nil)
	o.String("command", all.String())
	o.Text("script", script)
	return o.End()
}

// remember notes a user's message, so that a compaction that keeps it names all its entries.
func (j *joiner) remember(r record) {
	var ids []string
	for _, e := range r.entries {
		if e.Type != timeline.User {
			continue
		}
		ids = append(ids, e.ID)
		if !e.IsContext() && !j.isLeft {
			j.prompts = append(j.prompts, e.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	if r.messageID != "" {
		j.told[j.hash(r.messageID)] = ids
	}
	if !r.prompt.IsEmpty() {
		j.told[maphash.Bytes(j.seed, r.prompt.Inner())] = ids
	}
}

// keeps returns the user's entries that stay in the model's context after a compaction. Without a replacement history
// the CLI keeps all that the user asked.
func (j *joiner) keeps(replacement jsonl.Value) []string {
	if !replacement.IsArray() {
		return append([]string(nil), j.prompts...)
	}
	var keeps []string
	for item := range jsonl.Elements(replacement) {
		ids := j.told[j.hash(item.Get("id").String())]
		if text := firstShown(item); len(ids) == 0 && !text.IsEmpty() {
			ids = j.told[maphash.Bytes(j.seed, text.Inner())]
		}
		keeps = append(keeps, ids...)
	}
	return keeps
}

// firstShown returns the first text of a user's message that is not made anew by each CLI.
func firstShown(item jsonl.Value) timeline.Text {
	if !item.Get("role").Is("user") {
		return timeline.Text{}
	}
	for _, b := range readBlocks(item, nil) {
		if !b.isRebuilt {
			return b.content
		}
	}
	return timeline.Text{}
}
