package catalog

import (
	"testing"

	"stead/timeline"
)

func TestShortReferencesHaveMoreThanTheWordBeforeTheID(t *testing.T) {
	ids := map[string]string{
		"session_b0003f37-6dfa-4e56": "kimi:session_b0003f37",
		"ses_e00640b95ffe2Q3E2IQ":    "kimi:ses_e00640b9",
		"b0003f37-6dfa-4e56":         "kimi:b0003f37",
		"stead-injected_1":           "kimi:stead-in",
	}
	for id, want := range ids {
		if got := Shorten([]timeline.Summary{{CLI: "kimi", ID: id}})["kimi:"+id]; got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
}
