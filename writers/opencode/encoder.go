package opencode

import (
	"context"
	"strings"
	"time"

	format "stead/internal/format/opencode"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session.
type encoder struct {
	ctx     context.Context
	plan    writers.Plan
	sink    sink
	project format.Project
	parent  string // the session that started this one as a sub-agent's
	agent   string
	title   string
	// forkedFrom is the session of the active conversation, in that of an abandoned branch.
	forkedFrom string
	branches   writers.Branches // the abandoned ones that are not in the restored rows
	report     writers.Report

	provider, model string

	ids      *format.IDs
	clock    clock
	started  bool
	verbatim bool // whether rows keep their ids, because the session keeps its own
	row      format.Row
	restorer restorer

	lines int
	size  int64
	last  format.Row // the newest message

	prompt  string            // the newest message in the user's name
	asked   *draft            // the message in the user's name that is open
	held    []*timeline.Entry // context that waits for results
	open    *answer
	queue   []*answer // those before it that wait to be written, for a result or for their turn
	order   []placed
	former  map[string]bool // the entries before the newest summary
	prompts []remembered
	// promptsSize is the size of what is remembered.
	promptsSize int
	resumes     bool // whether the newest message is a summary
	// children are the ids of the sub-agents' sessions, by the call that started them.
	children map[string]child
}

// placed says in which message an entry is.
type placed struct{ entry, message string }

type child struct {
	id, title string
	agent     string
}

func newEncoder(ctx context.Context, plan writers.Plan, sink sink, project format.Project) *encoder {
	source := plan.Stream.Header
	n := &encoder{
		ctx: ctx, plan: plan, sink: sink, project: project, agent: "build", ids: format.NewIDs(plan.Now, plan.NewID),
		clock:    clock{now: plan.Now.UnixMilli()},
		verbatim: plan.ID == source.Source.OriginalID && source.Source.CLI == format.Name && !plan.Stream.Cut && plan.Dir == source.Project.Path,
		children: map[string]child{}, former: map[string]bool{},
	}
	n.provider, n.model = splitModel(plan.Provider, plan.Model)
	return n
}

// splitModel parts a model as OpenCode names it, provider/model.
func splitModel(provider, model string) (string, string) {
	if before, after, ok := strings.Cut(model, "/"); ok {
		return before, after
	}
	if provider == "" {
		return "", ""
	}
	return provider, model
}

func (n *encoder) encode() error {
	n.nameChildren()
	if err := n.findTitle(); err != nil {
		return err
	}
	if err := n.plan.Stream.Each(n.ctx, n.entry); err != nil {
		return err
	}
	if err := n.finish(); err != nil {
		return err
	}
	if n.verbatim && n.restorer.only {
		return nil
	}
	return n.sink.note(n.row, format.Written{Lines: n.lines, Last: n.last.ID, Time: n.last.Get("time_created").Int()})
}

func (n *encoder) finish() error {
	if err := n.flushRestored(); err != nil {
		return err
	}
	if err := n.start(); err != nil {
		return err
	}
	return n.close()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restores(e) {
		if e.Active() {
			n.report.Entries++
		}
		return n.restore(e)
	}
	n.report.Losses.Repaired(e)
	n.restorer.only = false
	if err := n.flushRestored(); err != nil {
		return err
	}
	if err := n.start(); err != nil {
		return err
	}
	return n.convert(e)
}

// start writes the row of a new session.
func (n *encoder) start() error {
	if n.started {
		return nil
	}
	created := n.clock.at(n.plan.Stream.Header.Metadata.Created)
	o := timeline.NewObject(nil)
	o.String("table", format.SessionTable)
	o.String("id", n.plan.ID)
	o.String("project_id", n.project.ID)
	o.Optional("parent_id", n.parent)
	o.String("slug", "stead-"+strings.ToLower(n.plan.ID[len(n.plan.ID)-min(8, len(n.plan.ID)-len(format.SessionPrefix)):]))
	o.String("directory", n.plan.Dir)
	o.String("path", n.project.Relative(n.plan.Dir))
	o.String("title", n.title)
	o.String("version", n.version())
	o.String("agent", n.agent)
	if n.model != "" {
		o.Append("model", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("id", n.model)
			m.String("providerID", n.provider)
			m.String("variant", "default")
			return m.End()
		})
	}
	if n.forkedFrom != "" {
		o.Raw("metadata", format.ForkedFrom(n.forkedFrom))
	}
	o.Raw("permission", n.permission())
	o.Int("time_created", created)
	o.Int("time_updated", n.plan.Now.UnixMilli())
	row, _ := format.ParseRow(o.End())
	return n.writeSession(row)
}

func (n *encoder) writeSession(row format.Row) error {
	n.started, n.row = true, row
	n.lines++
	n.size += int64(len(row.Raw))
	return n.sink.session(row, n.project)
}

// permission denies what a headless run would wait for without end, as `opencode run` does for the sessions that it makes. A sub-agent starts
// no other.
func (n *encoder) permission() []byte {
	denied := []string{"question", "plan_enter", "plan_exit"}
	if n.parent != "" {
		denied = append(denied, "task")
	}
	rules := []byte{'['}
	for i, name := range denied {
		if i > 0 {
			rules = append(rules, ',')
		}
		rules = append(rules, `{"permission":"`+name+`","pattern":"*","action":"deny"}`...)
	}
	return append(rules, ']')
}

func (n *encoder) version() string {
	if n.plan.Version != "" {
		return n.plan.Version
	}
	return format.TestedVersion
}

// titleLength is about how long the titles are that OpenCode makes.
const titleLength = 60

// findTitle takes the beginning of the first prompt for a title, before anything is written: the range must not be begun anew within itself.
// OpenCode keeps a title that is not its own "New session - ...".
func (n *encoder) findTitle() error {
	if n.title != "" {
		return nil
	}
	// Of a session without a word in it the title is OpenCode's own, in place of which it makes one from the first prompt (1.18.33).
	n.title = "New session - " + n.plan.Now.UTC().Format("2006-01-02T15:04:05.000Z")
	for e, err := range n.plan.Stream.Entries {
		if err != nil {
			return err
		}
		n.title = "Session of " + n.plan.Stream.Header.Source.CLI
		if text := titleOf(e); text != "" {
			n.title = text
			return nil
		}
	}
	return nil
}

// titleOf returns the beginning of a prompt, in one line. It is empty for any other entry.
func titleOf(e *timeline.Entry) string {
	if !e.StartsTurn() {
		return ""
	}
	text := strings.Join(strings.Fields(e.Content.Head(4*titleLength)), " ")
	if runes := []rune(text); len(runes) > titleLength {
		text = string(runes[:titleLength]) + "..."
	}
	return text
}

// write hands on a message that is complete.
func (n *encoder) write(m format.Message) error {
	n.lines += 1 + len(m.Parts)
	n.size += int64(len(m.Row.Raw))
	for _, part := range m.Parts {
		n.size += int64(len(part.Raw))
	}
	n.last = m.Row
	return n.sink.message(m)
}

func (n *encoder) lose(what, why string) { n.report.Losses.Add(what, why) }

// loseItem declares something that the model does not get at all.
func (n *encoder) loseItem(kind writers.Kind, characters int64, what, why string) {
	n.report.Losses.Item(kind, characters, what, why)
}

// clock gives times that OpenCode can order messages by: later ones are greater, and none lies in the future. A message of the future
// would make the next run end without asking the model (1.18.33).
type clock struct {
	now, last int64
}

// room is how long before now a time begins that was of the future, so that what follows it has room.
const room = int64(time.Minute / time.Millisecond)

// at returns a timestamp in milliseconds. One that is missing is that of the message before.
func (c *clock) at(timestamp string) int64 {
	at, err := time.Parse(time.RFC3339Nano, timestamp)
	switch {
	case err != nil || at.UnixMilli() <= 0:
		return max(c.last, 1)
	case at.UnixMilli() > c.now:
		return max(c.last, c.now-room)
	}
	return at.UnixMilli()
}

// next returns the time of a message: that of its timestamp, but after the message before.
func (c *clock) next(milliseconds int64) int64 {
	if milliseconds > c.now {
		milliseconds = c.now - room
	}
	c.last = max(milliseconds, c.last+1)
	return c.last
}
