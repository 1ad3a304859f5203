package codex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What becomes of each kind of record was seen in the request with which codex 0.171.0 resumes a rollout that holds it:
// see e2e/kinds.
func TestKindsOfRecords(t *testing.T) {
	ofUser := func(part string) string { return `{"type":"message","role":"user","content":[` + part + `]}` }
	tests := []struct {
		name, line    string
		told, unknown []string
	}{
		{"an answer of an agent", item(1,
			`{"type":"agent_message","author":"/root/helper","recipient":"/root","content":[{"type":"input_text","text":"found it"}]}`),
			[]string{"user notification: found it"}, nil},
		{"an order to an agent", item(1,
			`{"type":"agent_message","author":"/root","recipient":"/root/helper","content":[{"type":"input_text","text":"look"},{"type":"encrypted_content","encrypted_content":"x"}]}`),
			[]string{"user: look"}, []string{"encrypted part"}},
		{"a talk of agents", line(1, "inter_agent_communication",
			`{"author":"/root/helper","recipient":"/root","other_recipients":[],"content":"found it","trigger_turn":false}`),
			[]string{"user notification: found it"}, nil},
		{"an encrypted talk", line(1, "inter_agent_communication",
			`{"author":"/root/helper","recipient":"/root","content":"","encrypted_content":"x","trigger_turn":false}`),
			nil, []string{"encrypted part"}},
		{"what a talk did", line(1, "inter_agent_communication_metadata", `{"trigger_turn":false}`), nil, nil},
		{"a search for tools", item(1,
			`{"type":"tool_search_call","call_id":"c","execution":"client","arguments":{"query":"issues"},"status":"completed"}`),
			[]string{`tool_call: unknown {"query":"issues"}`}, nil},
		{"a picture that was made", item(1,
			`{"type":"image_generation_call","id":"g","status":"completed","revised_prompt":"a cat","result":"AAAA"}`),
			[]string{`tool_call: unknown {"prompt":"a cat"}`, `tool_result: g true ""  with AAAA`}, nil},
		{"a picture that could not be made",
			item(1, `{"type":"image_generation_call","id":"g","status":"failed","result":""}`),
			[]string{`tool_call: unknown {"prompt":""}`, `tool_result: g true "failed" `}, nil},
		{"several searches", item(1,
			`{"type":"web_search_call","id":"w","action":{"type":"search","query":"a","queries":["a","b"]}}`),
			[]string{`tool_call: web_search {"query":"a","queries":["a","b"]}`}, nil},
		{"an output without a call",
			item(1, `{"type":"function_call_output","name":"sleep","namespace":"clock","output":"it is noon"}`),
			[]string{"user notification: it is noon"}, nil},
		{"tools", item(1, `{"type":"additional_tools","role":"developer","tools":[{"description":"one two three"}]}`), nil,
			nil},
		{"other tools", line(1, "dynamic_tools_updated", `{"thread_id":"x","tools":[{"description":"one two three"}]}`),
			nil, nil},
		{"an encrypted summary", item(1, `{"type":"compaction","encrypted_content":"x"}`), nil,
			[]string{"encrypted summary"}},
		{"one of another form", item(1, `{"type":"context_compaction","encrypted_content":"x"}`), nil,
			[]string{"encrypted summary"}},
		{"one without a text", item(1, `{"type":"context_compaction"}`), nil, nil},
		{"a compaction with an encrypted summary", line(1, "compacted",
			`{"message":"","replacement_history":[`+prompt("go")+`,{"type":"compaction","encrypted_content":"x"}]}`),
			nil, []string{"encrypted summary"}},
		{"encrypted thinking", item(1, `{"type":"reasoning","summary":[],"encrypted_content":"x"}`), nil,
			[]string{"encrypted thinking"}},
		{"nothing but a summary of thinking",
			item(1, `{"type":"reasoning","summary":[{"type":"summary_text","text":"I think"}],"encrypted_content":null}`),
			[]string{"assistant: "}, nil},
		{"a change of settings", item(1, `{"type":"configuration_update","reasoning":{"effort":"low"}}`), nil, nil},
		{"an order to compact", item(1, `{"type":"compaction_trigger"}`), nil, nil},
		{"a state of the world", line(1, "world_state", `{"full":true,"state":{"x":"one two three"}}`), nil, nil},
		{"a talk by voice", line(1, "realtime_item", `{"type":"transcript_segment","role":"user","text":"one two three"}`),
			nil, nil},
		{"what a compaction may keep", line(1, "retained_context",
			`{"type":"delivered_assistant_message","text":"one two three"}`), nil, nil},
		{"a score", line(1, "security_risk_score", `{"scores":{}}`), nil, nil},
		{"a goal on the screen", event(1, `{"type":"thread_goal_updated","goal":{"objective":"one two three"}}`), nil, nil},
		{"a plan on the screen", event(1, `{"type":"item_completed","item":{"type":"Plan","text":"one two three"}}`), nil,
			nil},

		{"an unknown record", line(1, "fancy", `{"text":"one two three"}`), []string{"user unsorted: one two three"},
			[]string{"record fancy"}},
		{"an unknown item", item(1, `{"type":"fancy","text":"one two three"}`), []string{"user unsorted: one two three"},
			[]string{"item fancy"}},
		{"an unknown event", event(1, `{"type":"fancy","text":"one two three"}`), []string{"user unsorted: one two three"},
			[]string{"event fancy"}},
		{"an unknown item on the screen", event(1, `{"type":"item_completed","item":{"type":"Fancy"}}`), nil,
			[]string{"event of an item Fancy"}},
		{"a line of another form", `{"type":"fancy","text":"one two three"}`, []string{"user unsorted: one two three"},
			[]string{"record fancy"}},
		{"a record that lacks all", `{"type":"compacted","text":"one two three"}`, []string{"user unsorted: one two three"},
			[]string{"record compacted without a payload"}},
		{"an unknown role", item(1, `{"type":"message","role":"critic","content":[{"type":"input_text","text":"no"}]}`),
			[]string{"user unsorted: no"}, []string{"message of the role critic"}},
		{"the system's role", item(1, `{"type":"message","role":"system","content":[{"type":"input_text","text":"no"}]}`),
			nil, nil},
		{"an unknown part", item(1, ofUser(`{"type":"input_text","text":"see"},{"type":"input_fancy","text":"this"}`)),
			[]string{"user: see", "user unsorted: this"}, []string{"part input_fancy"}},
		{"an unknown part of an answer",
			item(1, `{"type":"message","role":"assistant","content":[{"type":"refusal","refusal":"I will not do it"}]}`),
			[]string{"user unsorted: I will not do it"}, []string{"part refusal"}},
		{"pages that an answer names",
			item(1,
				`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"yes","annotations":[{"type":"url_citation","title":"All about Go"}]}]}`),
			[]string{"assistant: yes", "user unsorted: All about Go"}, []string{"annotations of an answer"}},
		{"an answer that names none",
			item(1, `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"yes","annotations":[]}]}`),
			[]string{"assistant: yes"}, nil},
		{"a sound",
			item(1,
				ofUser(`{"type":"input_text","text":"hear"},{"type":"input_audio","audio_url":"data:audio/wav;base64,AAAA"}`)),
			[]string{"user: hear with AAAA"}, nil},
		{"a picture at an address", item(1, ofUser(`{"type":"input_image","image_url":"https://example.invalid/a.png"}`)),
			nil, []string{"picture that lies elsewhere"}},
		{"a picture at the vendor's", item(1, ofUser(`{"type":"input_image","file_id":"f"}`)), nil,
			[]string{"picture that lies elsewhere"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, entries := open(t, put(t, t.TempDir(), ownID, meta(ownID, ""), test.line, item(2, prompt("last"))))
			var unknown []string
			for _, e := range entries {
				if e.IsUnknown() {
					unknown = append(unknown, e.Origin.Name)
				}
			}
			if diff := cmp.Diff(append(test.told, "user: last"), told(entries)); diff != "" {
				t.Errorf("told (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.unknown, unknown); diff != "" {
				t.Errorf("unknown (-want +got)\n%s", diff)
			}
		})
	}
}

// The parts of a result that nobody knows, or that only the vendor's model can read, are named.
func TestPartsOfAResult(t *testing.T) {
	_, entries := open(t, put(t, t.TempDir(), ownID, meta(ownID, ""), item(1, prompt("go")),
		item(2, `{"type":"function_call","name":"f","arguments":"{}","call_id":"c"}`),
		item(3,
			`{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"one"},{"type":"encrypted_content","encrypted_content":"x"},{"type":"fancy","text":"two"},`+
				`{"type":"input_audio","audio_url":"data:audio/wav;base64,AAAA"}]}`),
		item(4, `{"type":"tool_search_call","call_id":null,"execution":"server","arguments":{"query":"q"}}`),
		item(5,
			`{"type":"tool_search_output","call_id":null,"status":"completed","execution":"server","tools":[{"name":"x"}]}`)))
	want := []string{
		"user: go", "tool_call: unknown {}", `tool_result: c true "one"  with AAAA`, "user unsorted: two",
		`tool_call: unknown {"query":"q"}`, `tool_result: line-5 true "[{\"name\":\"x\"}]" `,
	}
	if diff := cmp.Diff(want, told(entries)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !entries[4].IsUnknown() || entries[4].Origin.Name != "encrypted part" || entries[5].Origin.Name != "part fancy" {
		t.Errorf("they are named %+v and %+v", entries[4].Origin, entries[5].Origin)
	}
}

// What goes when turns are taken back is what codex 0.171.0 no longer sends then.
func TestTurnsTakenBack(t *testing.T) {
	begun := func(n int) string { return event(n, `{"type":"task_started","turn_id":"t"}`) }
	back := func(n int) string { return event(n, `{"type":"thread_rolled_back","num_turns":1}`) }
	compacted := func(n int) string { return line(n, "compacted", `{"message":"so far"}`) }
	agent := func(n int) string {
		return item(n,
			`{"type":"agent_message","author":"/root/a","recipient":"/root","content":[{"type":"input_text","text":"found"}]}`)
	}
	first := []string{begun(1), item(2, prompt("one")), item(3, answer("1"))}
	for name, test := range map[string]struct{ lines, want []string }{
		"what an agent said begins a part of its own": {[]string{begun(4), item(5, prompt("two")), agent(6),
			item(7, answer("2")), back(8)},
			[]string{"user: two", "user notification: found on rollback-1", "assistant: 2 on rollback-1"}},
		"a compaction at the turn's beginning goes with it": {
			[]string{begun(4), compacted(5), item(6, prompt("two")), back(7)},
			[]string{"system: so far on rollback-1", "user: two on rollback-1"}},
		"a compaction in the turn goes with it": {[]string{begun(4), item(5, prompt("two")), compacted(6), back(7)},
			[]string{"user: two on rollback-1", "system: so far on rollback-1"}},
		"one in a turn of its own stays": {[]string{begun(4), compacted(5), begun(6), item(7, prompt("two")), back(8)},
			[]string{"system: so far", "user: two on rollback-1"}},
	} {
		t.Run(name, func(t *testing.T) {
			lines := append(append([]string{meta(ownID, "")}, first...), test.lines...)
			_, entries := open(t, put(t, t.TempDir(), ownID, lines...))
			if diff := cmp.Diff(append([]string{"user: one", "assistant: 1"}, test.want...), told(entries)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
