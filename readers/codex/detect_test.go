package codex_test

import (
	"testing"

	"stead/readers/codex"
)

// Other programs write what their model is sent in the form of the same API. Only what Codex itself writes beside it
// makes a rollout.
func TestDetect(t *testing.T) {
	const bareMeta = `{"id":"0b0b0b0b-0000-4000-8000-00000000000c","timestamp":"2025-06-01T10:00:00.000Z","instructions":null}`
	for _, test := range []struct {
		name, head string
		want       bool
	}{
		{"metadata", meta(ownID, ""), true},
		{"a line of the middle", item(7, prompt("go")), true},
		{"metadata of a bare rollout", bareMeta, true},
		{"a state of a bare rollout", `{"record_type":"state"}`, true},
		{"another state", `{"record_type":"order"}`, false},
		{"a part of OpenCode", `{"id":"prt_1","sessionID":"ses_1","messageID":"msg_1","type":"reasoning","text":"I think"}`,
			false},
		{"a history of items", `{"type":"reasoning","id":"rs_1","summary":[]}` + "\n" + prompt("go") + "\n" +
			`{"type":"function_call","name":"f","arguments":"{}","call_id":"c"}`, false},
		{"a record of an API's log", `{"id":"0b0b0b0b-0000-4000-8000-00000000000c","timestamp":"2025-06-01T10:00:00.000Z"}`,
			false},
		{"an envelope of somebody else",
			`{"timestamp":"2025-06-01T10:00:00.000Z","type":"message","payload":{"role":"user"}}`, false},
		{"no time", `{"type":"response_item","payload":{"type":"message"}}`, false},
	} {
		if got := (codex.Reader{}).Detect([]byte(test.head)); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
