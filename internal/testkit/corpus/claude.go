package corpus

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"stead/timeline"
)

// began is the default beginning of a session.
var began = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// Write writes a session of Claude Code with this id and at least size bytes to w. It contains no needles.
func Write(w io.Writer, id string, size int64, seed uint64) error {
	_, err := WriteClaude(w, Session{ID: id, Size: size, Seed: seed})
	return err
}

// WriteClaude writes a session of Claude Code and returns the needles planted in it.
func WriteClaude(w io.Writer, s Session) (Tally, error) {
	s.Dir = cmp.Or(s.Dir, Dir)
	if s.Began.IsZero() {
		s.Began = began
	}
	c := &claude{Session: s, out: bufio.NewWriterSize(w, 1<<20), random: rand.New(rand.NewPCG(s.Seed, 1))}
	g := newGenerator(s, c.random, c)
	g.converse()
	c.line(`{"type":"last-prompt","leafUuid":%q,"sessionId":%q}`, c.parent, s.ID)
	if c.err != nil {
		return nil, c.err
	}
	return g.planting.tally, c.out.Flush()
}

// claude writes records of Claude Code. It keeps the first write error.
type claude struct {
	Session
	out     *bufio.Writer
	random  *rand.Rand
	parent  string
	records int
	written int64
	err     error
}

func (c *claude) size() int64  { return c.written }
func (c *claude) isOver() bool { return c.err != nil }

func (c *claude) prompt(body timeline.Text) {
	c.record("user", fmt.Sprintf(`"message":{"role":"user","content":%s}`, body.JSON()), "")
}

func (c *claude) remark(body timeline.Text) { c.say("tool_use", body) }

func (c *claude) answer(body timeline.Text) {
	c.say("end_turn", body)
	c.record("system", `"subtype":"turn_duration","durationMs":900`, "")
}

func (c *claude) say(stop string, body timeline.Text) {
	c.response(stop, c.id("msg_"), fmt.Sprintf(`{"type":"text","text":%s}`, body.JSON()))
}

func (c *claude) call(made call) {
	id := c.id("toolu_")
	name, input, drawn := native(made)
	c.response("tool_use", c.id("msg_"), fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, id, name, input))
	output := made.output.JSON()
	content := fmt.Sprintf(`"message":{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":%s}]}`,
		id, output)
	c.record("user", content, fmt.Sprintf(`,"toolUseResult":`+drawn, output))
}

// native returns a call in Claude Code's terms, and a format for the display form of its result, into which the output
// is inserted.
func native(made call) (name, input, drawn string) {
	switch made.tool {
	case timeline.Bash:
		return "Bash", fmt.Sprintf(`{"command":%q,"description":"Run a test"}`, made.text),
			`{"stdout":%s,"stderr":"","interrupted":false}`
	case timeline.Edit:
		return "Edit", fmt.Sprintf(`{"file_path":%q,"old_string":%s,"new_string":%s}`, made.text, made.old.JSON(),
				made.new.JSON()),
			`{"originalFile":%s,"userModified":false}`
	case timeline.Write:
		return "Write", fmt.Sprintf(`{"file_path":%q,"content":%s}`, made.text, made.new.JSON()),
			`{"type":"create","content":%s,"structuredPatch":[]}`
	}
	return "Read", fmt.Sprintf(`{"file_path":%q}`, made.text), `{"type":"text","file":{"content":%s,"startLine":1}}`
}

func (c *claude) response(stop, message, block string) {
	c.record("assistant", fmt.Sprintf(`"message":{"id":%q,"type":"message","role":"assistant","model":"claude-opus-4-8",`+
		`"content":[%s],"stop_reason":%q,"stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":400,`+
		`"cache_read_input_tokens":90000,"output_tokens":250,"service_tier":"standard"}}`, message, block, stop), "")
}

func (c *claude) record(kind, members, after string) {
	parent := "null"
	if c.parent != "" {
		parent = `"` + c.parent + `"`
	}
	c.parent = newID(c.random)
	c.line(`{"parentUuid":%s,"isSidechain":false,%s,"type":%q,"uuid":%q,"timestamp":%q%s,`+
		`"userType":"external","entrypoint":"cli","cwd":%q,"sessionId":%q,"version":"2.1.197","gitBranch":"main"}`,
		parent, members, kind, c.parent, stamp(c.Began, c.records), after, c.Dir, c.ID)
}

// stamp returns the time of a record. There are twenty records per second, so that long sessions do not take months.
func stamp(began time.Time, record int) string {
	return began.Add(time.Duration(record/20) * time.Second).UTC().Format("2006-01-02T15:04:05.000Z")
}

func (c *claude) line(format string, arguments ...any) {
	n, err := fmt.Fprintf(c.out, format+"\n", arguments...)
	c.written += int64(n)
	c.records++
	c.err = cmp.Or(c.err, err)
}

func (c *claude) id(prefix string) string { return fmt.Sprintf("%s%016x", prefix, c.random.Uint64()) }
