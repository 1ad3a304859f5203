package opencode_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/opencode"
	"stead/timeline"
)

// arriving returns a short form of an entry as it arrives.
func arriving(e *timeline.Entry) string {
	said := string(e.Type) + " " + e.Content.String() + e.Output.String()
	if e.Hidden {
		said = "hidden " + said
	}
	if e.Type == timeline.ToolResult {
		said += fmt.Sprintf("%v", e.Success)
	}
	for _, part := range []struct{ text, before, after string }{{e.Thinking.String(), " (", ")"},
		{e.Error.String(), " !", ""}} {
		if part.text != "" {
			said += part.before + part.text + part.after
		}
	}
	for _, a := range e.Attachments {
		said += " +" + a.MediaType
	}
	if e.Origin != nil {
		said += " | " + string(e.Origin.Kind) + " " + e.Origin.Name
	}
	return said
}

// opened lists what arrives of a session, without the rows that say nothing.
func opened(t *testing.T, location adapter.Location) (all []string) {
	t.Helper()
	stream, err := opencode.Reader{}.Open(context.Background(), location)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Hidden || e.Origin != nil {
			all = append(all, arriving(e))
		}
	}
	return all
}

// The expected values were compared with the code and the requests of OpenCode 1.18.33.
func TestKinds(t *testing.T) {
	const user, own = `{"role":"user"}`, `{"role":"assistant","providerID":"mock","modelID":"one","finish":"stop"}`
	const other = `{"role":"assistant","providerID":"mock","modelID":"two","finish":"stop"}`
	call := func(state string) string {
		return `{"type":"tool","tool":"x","callID":"c","state":{"input":{},` + state + `}}`
	}
	text := func(mime string) string {
		return `{"type":"file","mime":"` + mime + `","filename":"a.md","url":"data:` + mime + `;base64,IyBBIHBsYW4="}`
	}
	for _, test := range []struct {
		name, message, part string
		want                []string
	}{
		{"a file by its address", user,
			`{"type":"file","mime":"image/png","filename":"a.png","url":"https://example.com/a.png"}`,
			[]string{"user [file: https://example.com/a.png] | mention a.png"}},
		{"a file of the machine", user, `{"type":"file","mime":"text/plain","url":"file:///a.txt"}`, nil},
		{"a text file by its address", user, `{"type":"file","mime":"text/plain","url":"https://example.com/a.txt"}`, nil},
		{"a plain text", user, text("text/plain"), nil},
		{"a text of another type", user, text("text/markdown"), []string{"user # A plan | mention a.md"}},
		{"a file that cannot be read", user, `{"type":"file","mime":"image/png","url":"data:image/png,x"}`,
			[]string{"hidden system  | unknown part of the type file that cannot be read"}},
		{"a text that cannot be read", user, `{"type":"file","mime":"text/csv","url":"data:text/csv;base64,=="}`,
			[]string{"hidden system  | unknown part of the type file that cannot be read"}},
		{"a part that nobody knows", user, `{"type":"odd","text":"perhaps this"}`,
			[]string{"hidden system perhaps this | unknown part of the type odd",
				"user perhaps this | unsorted part of the type odd"}},
		{"a part of an answer that nobody knows", own, `{"type":"odd","text":"perhaps this"}`,
			[]string{"hidden system perhaps this | unknown part of the type odd",
				"user perhaps this | unsorted part of the type odd"}},
		{"a part that the model is not told", own, `{"type":"retry","attempt":1,"error":{"data":{"message":"no"}}}`, nil},
		{"a role that nobody knows", `{"role":"odd"}`, `{"type":"text","text":"perhaps this"}`, []string{
			"hidden system  | unknown message of the role odd", "hidden system perhaps this | unknown message of the role odd",
			"user perhaps this | unsorted message of the role odd",
		}},
		{"an order for a sub-agent", user,
			`{"type":"subtask","prompt":"Look.","description":"d","agent":"a","command":"audit"}`,
			[]string{"user The following tool was executed by the user | command audit"}},
		{"what the model thought", own, `{"type":"reasoning","text":"hm"}`, []string{"assistant  (hm)"}},
		{"what another model thought", other, `{"type":"reasoning","text":"hm"}`, []string{"assistant hm"}},

		{"a pruned output", own, call(
			`"status":"completed","output":"long","time":{"start":1,"end":2,"compacted":3},"attachments":[` +
				text("text/csv") + `]`), []string{"tool_call ", "tool_result [Old tool result content cleared]true"}},
		{"an interrupted call with an output", own,
			call(`"status":"error","error":"Tool execution aborted","metadata":{"interrupted":true,"output":"half"}`),
			[]string{"tool_call ", "tool_result halffalse"}},
		{"an interrupted call", own,
			call(`"status":"error","error":"Tool execution aborted","metadata":{"interrupted":true}`),
			[]string{"tool_call ", "tool_result false !Tool execution aborted"}},
		{"a call that runs", own, call(`"status":"running"`), []string{"tool_call "}},
		{"a call with a state that nobody knows", own, call(`"status":"odd","output":"perhaps this"`), []string{
			"hidden system perhaps this | unknown call with the state odd",
			"user perhaps this | unsorted call with the state odd",
		}},
		{"files of an output", own, call(`"status":"completed","output":"done","attachments":[` + text("text/csv") +
			`,{"type":"file","mime":"image/png","url":"https://example.com/a.png"},` +
			`{"type":"file","mime":"image/png","url":"data:image/png;base64,iVBORw0KGgo="},{"type":"file","mime":"application/zip","url":"https://example.com/a.zip"}]`),
			[]string{"tool_call ", "tool_result done\n# A plan\n[file: https://example.com/a.png]true +image/png"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := newLive(t)
			l.run(`UPDATE session SET model = '{"providerID":"mock","id":"one"}'`)
			l.message("msg_1", test.message)
			l.part("msg_1", "prt_1", test.part)
			if diff := cmp.Diff(test.want, opened(t, l.location)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// The calls were never answered (field cases of anomalyco/opencode 27871, 43277 and 10616). No result is invented, and
// no other result is missing.
func TestFieldStuckCalls(t *testing.T) {
	path := filepath.Join(t.TempDir(), "opencode.db")
	fixtures.Copy(t, "opencode/field/stuck.db", path)
	want := []string{
		"user Please add a discount function to cart.py (early word plumearly).", "tool_call ",
		"tool_result def total(items): ...true",
		"assistant I read cart.py (answer figearly).", "user Run the tests (word plumstuck).", "tool_call ", "tool_call ",
		"user Are you there? (word plumthere)",
	}
	if diff := cmp.Diff(want, opened(t, adapter.Location{Path: path})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A separate channel has a separate database next to the other one (field cases of kenn-io/agentsview 1521 and
// anomalyco/opencode 21059).
func TestFieldDatabasesOfChannels(t *testing.T) {
	root := t.TempDir()
	fixtures.Copy(t, "opencode/field/release.db", filepath.Join(root, "opencode.db"))
	fixtures.Copy(t, "opencode/field/stable.db", filepath.Join(root, "opencode-stable.db"))
	found := map[string]string{}
	for s, err := range readers.List(context.Background(), opencode.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		found[s.Title] = strings.Join(opened(t, adapter.Location{Path: s.Path, ID: s.ID}), "\n")
	}
	if len(found) != 2 || !strings.Contains(found["In the release database"], "figrelease") ||
		!strings.Contains(found["In the stable channel database"], "figstable") {
		t.Errorf("found %q", found)
	}
}

// OpenCode 2 keeps its sessions in another table. The sessions of version 1 in the database are read.
func TestSessionsOfOpenCode2AreNamed(t *testing.T) {
	l := newLive(t)
	l.message("msg_1", `{"role":"user"}`)
	l.part("msg_1", "prt_1", `{"type":"text","text":"go"}`)
	l.run("CREATE TABLE session_v2 (id text PRIMARY KEY)")
	list := func() (ids, failures []string) {
		for s, err := range readers.List(context.Background(), opencode.Reader{},
			adapter.Store{Root: filepath.Dir(l.location.Path)}, readers.Query{}) {
			if err != nil {
				failures = append(failures, err.Error())
			} else {
				ids = append(ids, s.ID)
			}
		}
		return ids, failures
	}
	if ids, failures := list(); len(ids) != 1 || len(failures) != 0 {
		t.Errorf("without one: %q, %q", ids, failures)
	}
	l.run("INSERT INTO session_v2 VALUES ('ses_b')")
	ids, failures := list()
	if len(ids) != 1 || len(failures) != 1 || !strings.Contains(failures[0], "sessions of OpenCode 2 (1)") {
		t.Errorf("with one: %q, %q", ids, failures)
	}
	compare(t, l.location, "3 user go")
	l.run("DROP TABLE part")
	l.run("ALTER TABLE session RENAME TO session_v1")
	if _, err := (opencode.Reader{}).Open(context.Background(), l.location); err == nil ||
		!strings.Contains(err.Error(), "sessions of OpenCode 2 (1)") {
		t.Errorf("of version 2 alone: %v", err)
	}
}
