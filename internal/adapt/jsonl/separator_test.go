package jsonl_test

import (
	"testing"

	"stead/internal/adapt/jsonl"
)

func TestSeparatorsAreEscaped(t *testing.T) {
	for line, want := range map[string]string{
		`{"a":"b"}`: `{"a":"b"}`,
		"{\"a\":\"\u2028\u2029 \u201Cquoted\u201D\"}": "{\"a\":\"\\u2028\\u2029 \u201Cquoted\u201D\"}",
	} {
		if got := string(jsonl.EscapeSeparators([]byte(line))); got != want {
			t.Errorf("%q became %q, want %q", line, got, want)
		}
	}
}
