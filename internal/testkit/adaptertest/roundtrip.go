package adaptertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

// checkRoundTrip writes sessions without their native records, so that the writer must convert them. It reads them
// back, and compares the conversations. Every difference must be declared in Lossy, and every declared one must occur.
// A difference that removes content must be in the writer's report, too.
func checkRoundTrip(t testing.TB, a Adapter) {
	a.needsWriter(t)
	found := map[string]string{}
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		entries := converted(collect(t, s.fixture, stream))
		a.roundTrip(t, found, s.fixture, timeline.Stream{Header: stream.Header, Entries: timeline.Of(entries...)})
	})
	a.roundTrip(t, found, "the sample session", sample.Session())
	a.roundTrip(t, found, "the sample of context", sample.Context())
	for _, loss := range slices.Sorted(maps.Keys(found)) {
		if a.Recorded.Lossy[loss] == "" {
			t.Errorf("%s is not declared to be lossy: %s", loss, found[loss])
		}
	}
	for _, loss := range slices.Sorted(maps.Keys(a.Recorded.Lossy)) {
		if found[loss] == "" {
			t.Errorf("%s is declared to be lossy, but nothing of it was lost", loss)
		}
	}
}

// converted returns the entries of the active conversation without their native records.
func converted(entries []*timeline.Entry) []*timeline.Entry {
	var active []*timeline.Entry
	for _, e := range entries {
		if e.Active() {
			bare := *e
			bare.Native = nil
			active = append(active, &bare)
		}
	}
	return active
}

// roundTrip writes a stream, reads it back, and adds the differences to found.
func (a Adapter) roundTrip(t testing.TB, found map[string]string, name string, stream timeline.Stream) {
	t.Helper()
	want := collect(t, name, stream)
	_, store := a.newStore(t)
	receipt := a.write(t, name, store, stream, options(""))
	back, err := a.Reader.Open(context.Background(), adapter.Location{Path: receipt.Path, ID: receipt.ID})
	if err != nil {
		t.Errorf("%s: open what was written: %v", name, err)
		return
	}
	got := converted(collect(t, name, back))
	if receipt.Entries != len(want) && len(receipt.Losses) == 0 {
		t.Errorf("%s: %d of %d entries were delivered, and no loss is reported", name, receipt.Entries, len(want))
	}
	c := comparison{name: name, found: found, folder: stream.Header.Project.Path}
	c.headers(stream.Header, back.Header)
	c.timelines(want, got)
	if c.silent != "" && len(receipt.Losses) == 0 {
		t.Errorf("%s: lost in silence: %s", name, c.silent)
	}
}

// comparison collects the differences between a session and its copy, by the names that Lossy uses.
type comparison struct {
	name  string
	found map[string]string
	// silent is the last difference that removes content.
	silent string
	folder string            // of the session
	calls  map[string]string // maps the ids that calls had to their new ids
}

func (c *comparison) differ(loss, format string, args ...any) {
	c.found[loss] = c.name + ": " + fmt.Sprintf(format, args...)
}

func (c *comparison) lose(loss, format string, args ...any) {
	c.differ(loss, format, args...)
	c.silent = c.found[loss]
}

func (c *comparison) same(loss string, want, got any) {
	if want != got {
		c.differ(loss, "%.200q became %.200q", fmt.Sprint(want), fmt.Sprint(got))
	}
}

func (c *comparison) text(loss string, want, got timeline.Text) {
	if !want.Equal(got) {
		c.lose(loss, "%.200q became %.200q", want.String(), got.String())
	}
}

func (c *comparison) headers(want, got timeline.Header) {
	c.same("project", want.Project.Path, got.Project.Path)
	c.same("header model", want.Model.Model, got.Model.Model)
}

// timelines pairs the entries of both in order, by type.
func (c *comparison) timelines(want, got []*timeline.Entry) {
	c.calls = map[string]string{}
	for len(want) > 0 {
		at := slices.IndexFunc(got, func(e *timeline.Entry) bool { return e.Type == want[0].Type })
		surplus := slices.IndexFunc(want, func(e *timeline.Entry) bool { return len(got) > 0 && e.Type == got[0].Type })
		if at < 0 || (at > 0 && surplus > 0 && surplus <= at) {
			c.lose(string(want[0].Type)+" entry", "%s is missing", want[0].ID)
			want = want[1:]
			continue
		}
		for _, extra := range got[:at] {
			c.differ("extra "+string(extra.Type)+" entry", "%s was added", extra.ID)
		}
		c.entries(want[0], got[at])
		want, got = want[1:], got[at+1:]
	}
	for _, extra := range got {
		c.differ("extra "+string(extra.Type)+" entry", "%s was added", extra.ID)
	}
}

func (c *comparison) entries(want, got *timeline.Entry) {
	c.origin(want, got)
	if want.IsContext() { // CLIs put different white space around it
		c.same("content of "+string(want.Origin.Kind), strings.TrimSpace(want.Content.String()),
			strings.TrimSpace(got.Content.String()))
	} else {
		c.text(string(want.Type)+" content", want.Content, got.Content)
	}
	c.text("thinking", want.Thinking, got.Thinking)
	c.text("output", want.Output, got.Output)
	c.text("error", want.Error, got.Error)
	c.same("success", want.Success, got.Success)
	c.same("timestamp", want.Timestamp, got.Timestamp)
	c.same("model", want.Model, got.Model)
	c.same("stop reason", want.StopReason, got.StopReason)
	c.same("usage", asJSON(want.Usage), asJSON(got.Usage))
	c.same("compaction", want.Compaction != nil, got.Compaction != nil)
	c.attachments(want.Attachments, got.Attachments)
	switch want.Type {
	case timeline.ToolCall:
		c.calls[want.ID] = got.ID
		c.toolCalls(want, got)
	case timeline.ToolResult:
		if c.calls[want.CallID] != got.CallID {
			c.lose("pairing", "the result of call %s answers %s", want.CallID, got.CallID)
		}
	}
}

func (c *comparison) toolCalls(want, got *timeline.Entry) {
	name := string(want.Tool)
	if want.Tool == timeline.Unknown {
		c.same("name of tool unknown", want.OriginalTool, got.OriginalTool)
	}
	switch {
	case got.Tool == timeline.Unknown && want.Tool != timeline.Unknown && asJSON(want.Input) == asJSON(got.Input):
		c.differ("tool "+name, "became unknown") // nothing is lost: its name and its arguments are there
	case want.Tool != got.Tool:
		c.lose("tool "+name, "became %s", got.Tool)
	case asJSON(want.Input) != asJSON(got.Input) && asJSON(c.elsewhere(want.Input)) == asJSON(c.elsewhere(got.Input)):
		c.differ("input of tool "+name, "the session's own folder is not named") // the model knows it
	case asJSON(want.Input) != asJSON(got.Input):
		c.lose("input of tool "+name, "%s became %s", want.Input, got.Input)
	}
}

// elsewhere returns arguments without the session's own folder.
func (c *comparison) elsewhere(input json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(input, &members); err != nil || string(members["workdir"]) != asJSON(c.folder) {
		return input
	}
	delete(members, "workdir")
	return json.RawMessage(asJSON(members))
}

func (c *comparison) attachments(want, got []timeline.Attachment) {
	if len(want) != len(got) {
		c.lose("attachments", "%d became %d", len(want), len(got))
		return
	}
	for i := range want {
		if want[i].MediaType != got[i].MediaType || !want[i].Data.Equal(got[i].Data) {
			c.lose("attachments", "%s of %d bytes became %s of %d", want[i].MediaType, want[i].Bytes, got[i].MediaType,
				got[i].Bytes)
		}
		c.same("attachment names", want[i].Name, got[i].Name)
	}
}

// asJSON returns a value's JSON with its members sorted.
func asJSON(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	var decoded any
	if err := json.Unmarshal(bytes.TrimSpace(data), &decoded); err != nil {
		return err.Error()
	}
	data, _ = json.Marshal(decoded)
	return string(data)
}

// origin compares the origins of texts that nobody typed.
func (c *comparison) origin(want, got *timeline.Entry) {
	switch {
	case want.Origin == nil && got.Origin == nil:
	case want.Origin == nil:
		c.lose("a typed text", "%.200q is taken for a %s", want.Content, got.Origin.Kind)
	case got.Origin == nil && want.Origin.Kind == timeline.Command: // still the user's request
		c.differ("origin command", "%.200q is taken for a prompt", want.Content)
	case got.Origin == nil:
		c.lose("origin "+string(want.Origin.Kind), "%.200q is taken for a prompt", want.Content)
	default:
		kind := string(want.Origin.Kind)
		if want.Origin.Kind != got.Origin.Kind {
			c.differ("origin "+kind, "%.200q became a %s", want.Content, got.Origin.Kind)
		}
		c.same("name of "+kind, want.Origin.Name, got.Origin.Name)
		c.same("line typed for "+kind, want.Origin.Typed.String(), got.Origin.Typed.String())
		c.same("exit code of "+kind, asJSON(want.Origin.ExitCode), asJSON(got.Origin.ExitCode))
	}
}
