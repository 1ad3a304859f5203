package claude

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"stead/internal/format/claude"
	"stead/timeline"
)

// converter writes records for entries that have none of this CLI's.
type converter struct {
	*encoder
	message  message
	messages int // begun so far
	// open are the calls without a result, by the entry's id; order tells which came first.
	open  map[string]*call
	order []*call
	// deferred are entries that came while calls were open and must not stand before their results.
	deferred  []*timeline.Entry
	lastModel string
	// wrote is set once anything was converted; ended tells whether the last of it was the model's text.
	wrote, ended bool
}

// maxDeferred bounds how many entries wait for the results of calls. A source that goes on for longer without them has lost them.
const maxDeferred = 64

// entry converts an entry, or leaves it out and says so.
func (c *converter) entry(e *timeline.Entry) error {
	switch {
	case e.Hidden:
		return nil
	case e.Branch != "":
		c.lose("abandoned branch", "what was said on a branch that was abandoned stays in the source session")
		return nil
	}
	if e.Usage != nil {
		c.lose("token counts", "Claude Code takes the counts of its records for the size of its own context")
	}
	if !e.Thinking.IsEmpty() {
		c.lose("thinking", "Claude Code sends only thinking that its own vendor has signed")
		if e.Type == timeline.Assistant && e.Content.IsEmpty() {
			return nil
		}
	}
	if c.mustWait(e) {
		return c.postpone(e)
	}
	return c.convert(e)
}

func (c *converter) lose(what, why string) { c.report.Losses.Add(what, why) }

// mustWait reports whether an entry has to stand behind results that have not come yet. Calls made in parallel need not: they
// belong to the same response.
func (c *converter) mustWait(e *timeline.Entry) bool {
	if len(c.open) == 0 {
		return false
	}
	switch e.Type {
	case timeline.ToolResult:
		return c.open[e.CallID] == nil && c.isDeferred(e.CallID)
	case timeline.ToolCall:
		return len(c.deferred) > 0
	}
	return true
}

func (c *converter) isDeferred(call string) bool {
	for _, e := range c.deferred {
		if e.Type == timeline.ToolCall && e.ID == call {
			return true
		}
	}
	return false
}

func (c *converter) postpone(e *timeline.Entry) error {
	c.deferred = append(c.deferred, e)
	if len(c.deferred) < maxDeferred {
		return nil
	}
	return c.settle()
}

// settle answers the calls whose results have not come, and goes on with what waited for them.
func (c *converter) settle() error {
	for _, call := range c.order {
		if call.answered {
			continue
		}
		c.lose("result of "+call.name, "the source recorded none; the call is answered by a note that says so")
		if err := c.result(call, &timeline.Entry{
			ID: call.entry + "\x00result", Timestamp: call.timestamp, Success: true,
			Output: timeline.NewText("No result of this call was recorded."),
		}); err != nil {
			return err
		}
	}
	return c.resume()
}

// resume converts what was deferred, once no call is open.
func (c *converter) resume() error {
	for len(c.open) == 0 && len(c.deferred) > 0 {
		deferred := c.deferred
		c.deferred = nil
		for _, e := range deferred {
			if c.mustWait(e) {
				c.deferred = append(c.deferred, e)
			} else if err := c.convert(e); err != nil {
				return err
			}
		}
		if len(c.deferred) == len(deferred) {
			return nil
		}
	}
	return nil
}

func (c *converter) convert(e *timeline.Entry) error {
	c.count(e)
	switch e.Type {
	case timeline.User:
		return c.user(e)
	case timeline.Assistant:
		return c.say(e)
	case timeline.ToolCall:
		return c.call(e)
	case timeline.ToolResult:
		return c.answer(e)
	}
	if e.Compaction != nil {
		return c.compact(e)
	}
	return c.instruct(e)
}

// close writes what is held: nothing of it may stand behind a record that is restored.
func (c *converter) close() error {
	for len(c.open)+len(c.deferred) > 0 {
		if err := c.settle(); err != nil {
			return err
		}
	}
	return c.end()
}

// giveWay closes what must stand before a record that is restored.
func (c *converter) giveWay(e *timeline.Entry) error {
	if call := c.open[e.CallID]; call != nil && e.Type == timeline.ToolResult {
		call.answered = true
		delete(c.open, e.CallID)
	}
	if !e.Hidden && (e.Type == timeline.User || e.Type == timeline.Assistant) {
		if err := c.settleAll(); err != nil {
			return err
		}
	}
	return c.end()
}

func (c *converter) settleAll() error {
	for len(c.open)+len(c.deferred) > 0 {
		if err := c.settle(); err != nil {
			return err
		}
	}
	return nil
}

// finish closes what is open. A session must end on a finished text of the model: after any other end the CLI puts in a prompt of its
// own when it resumes. The text put here is the one that it puts itself.
func (c *converter) finish() error {
	if err := c.close(); err != nil {
		return err
	}
	if c.wrote && !c.ended && c.agent == "" {
		err := c.say(&timeline.Entry{ID: "\x00end", Timestamp: c.stamp(""), Content: timeline.NewText(claude.NoResponse)})
		if err == nil {
			err = c.end()
		}
		if err != nil {
			return err
		}
	}
	if !c.wrote && !c.stream.Cut || c.agent != "" || c.tip == "" {
		return nil
	}
	return c.write(c.leaf())
}

// leaf is the record that names the active leaf.
func (c *converter) leaf() []byte {
	o := timeline.NewObject(c.line[:0])
	o.String("type", claude.TypeLastPrompt)
	if !c.lastPrompt.IsEmpty() {
		o.String("lastPrompt", title(c.lastPrompt))
	}
	o.String("leafUuid", c.tip)
	o.String("sessionId", c.plan.ID)
	return o.End()
}

// record writes a record of the tree. Parent is the uuid that it follows, and members adds what is the record's own.
func (c *converter) record(id, parent, timestamp string, members func(*timeline.Object)) error {
	c.wrote = true
	uuid := c.uuid(id)
	for c.isWritten(uuid) { // of two records with one uuid the CLI loses the first, and all before it
		id += "\x00again"
		uuid = c.uuid(id)
	}
	o := timeline.NewObject(c.line[:0])
	if parent == "" {
		o.Raw("parentUuid", []byte("null"))
	} else {
		o.String("parentUuid", parent)
	}
	o.Bool("isSidechain", c.agent != "")
	o.Optional("agentId", c.agent)
	members(&o)
	o.String("uuid", uuid)
	o.String("timestamp", c.stamp(timestamp))
	o.String("userType", "external")
	o.String("entrypoint", "cli") // sessions of "sdk-cli" are hidden from the CLI's picker
	o.String("cwd", c.plan.Dir)
	o.String("sessionId", c.plan.ID)
	o.String("version", c.plan.Version)
	o.String("gitBranch", c.branch)
	c.line = o.End()
	c.tip = uuid
	c.note(uuid)
	return c.write(c.line)
}

// uuid derives a record's id from its entry's, so that the same session is written alike each time, and a compaction can name entries of
// long ago.
func (c *converter) uuid(entry string) string {
	sum := sha256.Sum256([]byte(c.plan.ID + c.agent + "\x00" + entry))
	sum[6], sum[8] = sum[6]&0x0F|0x80, sum[8]&0x3F|0x80 // version 8: made in a way of one's own
	id := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("%s-%s-%s-%s-%s", id[:8], id[8:12], id[12:16], id[16:20], id[20:])
}

// stamp returns a timestamp that the CLI takes: a last record without one makes the whole session unknown to it.
func (c *converter) stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err != nil {
		return c.plan.Now.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return timestamp
}

func textBlock(text timeline.Text) []byte {
	o := timeline.NewObject(nil)
	o.String("type", "text")
	o.Text("text", text)
	return o.End()
}
