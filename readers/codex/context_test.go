package codex_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/timeline"
	"stead/writers"
	writer "stead/writers/codex"
)

// What nobody typed is read from a rollout as it was written into it, in both history modes.
func TestContextComesBack(t *testing.T) {
	exit, none := 2, 0
	entries := []*timeline.Entry{
		contextOf(timeline.Hook, "SessionStart", "", "freeze on <Fridays> & \"Sundays\"", nil),
		{Type: timeline.User, Content: timeline.NewText("# AGENTS.md instructions\n</INSTRUCTIONS>")},
		contextOf(timeline.Mention, "calc.py", "", "add\n", nil),
		contextOf(timeline.Mention, "shot.png", "", "", nil),
		{Type: timeline.Assistant, Content: timeline.NewText("read")},
		contextOf(timeline.Mention, "late.py", "", "sub\n", nil),
		contextOf(timeline.Command, "fixissue", "/fixissue 42", "Fix the issue 42.", nil),
		contextOf(timeline.Skill, "pdf", "", "<path>/x</path>\nbody\n", nil),
		contextOf(timeline.Skill, "", "", "body", nil),
		contextOf(timeline.Hook, "Stop", "", "run <all> tests & wait", nil),
		{Type: timeline.Assistant, Content: timeline.NewText("done")},
		contextOf(timeline.Shell, "", "make \"all\"\nls", "no rule\n", &exit),
		contextOf(timeline.Shell, "", "true", "", &none),
		contextOf(timeline.Shell, "", "true", "Output:\nx", nil),
		contextOf(timeline.Shell, "", "cat <<x\n</command>\n<result>\n", "odd", nil),
		contextOf(timeline.Notification, "agent", "", "found it", nil),
		contextOf(timeline.IDE, "main.go", "", "line 3", nil),
		contextOf(timeline.Memory, "", "", "use tabs", nil),
		contextOf(timeline.Reminder, "", "", "two tasks", nil),
		{Type: timeline.Assistant, Content: timeline.NewText("I begin")},
		contextOf(timeline.Interruption, "", "", "[Request interrupted by user]", nil),
		{Type: timeline.User, Content: timeline.NewText("<context from=\"shell\"> is typed")},
	}
	entries[3].Attachments = []timeline.Attachment{{MediaType: "image/png", Data: timeline.NewText("AAAA")}}
	for i, e := range entries {
		e.ID = string(rune('a' + i))
	}
	for _, version := range []string{"", "0.140.0"} {
		s := timeline.Stream{Header: sample.Session().Header, Entries: timeline.Of(entries...)}
		w := writer.Writer{}
		plan, err := w.Plan(adapter.Store{}, s, writers.Options{ID: ownID, Now: fixtures.Now, Version: version,
			NewID: func() string { return "turn" }})
		if err != nil {
			t.Fatal(err)
		}
		var rollout bytes.Buffer
		report, err := w.Encode(context.Background(), &rollout, plan)
		if err != nil || len(report.Losses) > 0 || report.Entries != len(entries) {
			t.Fatalf("%v %+v", err, report)
		}
		_, read := open(t, put(t, t.TempDir(), ownID, strings.Split(strings.TrimSpace(rollout.String()), "\n")...))
		if diff := cmp.Diff(described(t, entries), described(t, read)); diff != "" {
			t.Errorf("version %q (-want +got)\n%s", version, diff)
		}
	}
}

func contextOf(kind timeline.OriginKind, name, typed, content string, exit *int) *timeline.Entry {
	return &timeline.Entry{Type: timeline.User, Content: timeline.NewText(content),
		Origin: &timeline.Origin{Kind: kind, Name: name, Typed: timeline.NewText(typed), ExitCode: exit}}
}

// described are the entries that are shown, without their ids and times.
func described(t *testing.T, entries []*timeline.Entry) []string {
	t.Helper()
	var all []string
	for _, e := range entries {
		if e.Hidden {
			continue
		}
		origin, err := json.Marshal(e.Origin)
		if err != nil {
			t.Fatal(err)
		}
		line := string(e.Type) + " " + string(origin) + " " + e.Content.String()
		for _, a := range e.Attachments {
			line += " with " + a.MediaType + a.Data.String()
		}
		all = append(all, line)
	}
	return all
}
