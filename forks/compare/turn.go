package compare

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Turn is a prompt and everything that followed from it.
type Turn struct {
	// Number counts from 1 within its session.
	Number int  `json:"turn"`
	Prompt Text `json:"prompt"`
	// Answer is the model's last text in the turn.
	Answer Text `json:"answer"`
	// Calls are the tools that the turn used, the most used first.
	Calls []Calls `json:"calls,omitempty"`
	// Read and Changed are the files named in calls.
	Read    []string `json:"read,omitempty"`
	Changed []string `json:"changed,omitempty"`
	// Errors describe the first few failed calls, one line each.
	Errors []string       `json:"errors,omitempty"`
	Usage  timeline.Usage `json:"usage"`
	First  string         `json:"first,omitempty"`
	Last   string         `json:"last,omitempty"`
}

// Text is a text, or the beginning of one, without control characters.
type Text struct {
	Text string `json:"text"`
	// More is the number of omitted bytes.
	More int64 `json:"more,omitempty"`
}

// Calls counts the calls of one tool.
type Calls struct {
	Tool   string `json:"tool"`
	Count  int    `json:"count"`
	Failed int    `json:"failed,omitempty"`
}

// Took returns how long the turn took, from its first entry to its last. It is 0 if they have no dates.
func (t *Turn) Took() time.Duration {
	first, err := time.Parse(time.RFC3339Nano, t.First)
	if err != nil {
		return 0
	}
	last, err := time.Parse(time.RFC3339Nano, t.Last)
	if err != nil {
		return 0
	}
	return last.Sub(first)
}

// Limits on what a turn lists.
const (
	mostErrors  = 5
	errorLength = 200
	mostFiles   = 500
)

// turns reads the session again. It returns the turns after the first behind turns, and the id of the last entry of the
// common steps.
func turns(ctx context.Context, s timeline.Stream, behind, inCommon int, o Options) ([]*Turn, string, error) {
	r := reader{folder: s.Header.Project.Path, Options: o}
	for part, err := range transcript.Steps(s) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return r.turns, r.last, err
		}
		r.read(part, behind, inCommon)
	}
	return r.turns, strings.Clone(r.last), nil
}

// reader turns the parts of a session into turns.
type reader struct {
	Options
	folder string
	steps  steps
	// number counts the prompts. Count counts the steps.
	number, count int
	turns         []*Turn
	last          string
}

func (r *reader) read(part transcript.Step, behind, inCommon int) {
	role := r.steps.add(part)
	if role == begins {
		r.count++
	}
	if role == begins && part.Entry.Type == timeline.User {
		r.number++
		if r.number > behind {
			r.turns = append(r.turns, &Turn{Number: r.number})
		}
	}
	if role != none && r.count <= inCommon {
		r.last = lastID(part)
	}
	if len(r.turns) > 0 {
		r.turns[len(r.turns)-1].add(part, r.folder, r.Options)
	}
	r.steps.digests = r.steps.digests[max(0, len(r.steps.digests)-1):] // keep only the last digest
}

func lastID(part transcript.Step) string {
	if part.Result != nil {
		return part.Result.ID
	}
	return part.Entry.ID
}

// add adds a part of the session to the turn.
func (t *Turn) add(part transcript.Step, folder string, o Options) {
	e := part.Entry
	if e == nil || !e.Active() || e.IsContext() {
		return
	}
	t.count(e)
	if part.Result != nil {
		t.count(part.Result)
	}
	switch e.Type {
	case timeline.User:
		t.Prompt = cut(e.Content, o.Most)
	case timeline.Assistant:
		if !e.Content.IsBlank() {
			t.Answer = cut(e.Content, o.Most)
		}
	case timeline.ToolCall:
		t.call(part, folder)
	}
}

func cut(text timeline.Text, most int) Text {
	head, more := transcript.Cut(text, most)
	return Text{Text: strings.TrimSpace(head), More: more}
}

func (t *Turn) count(e *timeline.Entry) {
	if isTime(e.Timestamp) {
		t.First, t.Last = cmp.Or(t.First, strings.Clone(e.Timestamp)), strings.Clone(e.Timestamp)
	}
	if e.Usage != nil {
		t.Usage = t.Usage.Add(*e.Usage)
	}
}

func (t *Turn) call(part transcript.Step, folder string) {
	name := strings.Clone(transcript.Name(part.Entry))
	at := slices.IndexFunc(t.Calls, func(c Calls) bool { return c.Tool == name })
	if at < 0 {
		at = len(t.Calls)
		t.Calls = append(t.Calls, Calls{Tool: name})
	}
	t.Calls[at].Count++
	if state, failed := transcript.State(part); failed {
		t.Calls[at].Failed++
		if len(t.Errors) < mostErrors {
			t.Errors = append(t.Errors, plain.Fit(name+": "+state, errorLength))
		}
	} else {
		t.touch(part, folder)
	}
	slices.SortStableFunc(t.Calls, func(a, b Calls) int { return cmp.Compare(b.Count, a.Count) })
}

// touch adds the files of a successful call.
func (t *Turn) touch(part transcript.Step, folder string) {
	files, changes := transcript.Touched(part.Entry)
	list := &t.Read
	if changes {
		list = &t.Changed
	}
	for _, file := range files {
		if file = within(folder, file); !slices.Contains(*list, file) && len(*list) < mostFiles {
			*list = append(*list, file)
		}
	}
}
