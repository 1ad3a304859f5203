package jsonl_test

import (
	"testing"

	"stead/internal/adapt/jsonl"
)

func TestRewriteChangesMembersAndNotTextThatLooksLikeThem(t *testing.T) {
	line := []byte(`{"text":"\"id\":\"old\"","id":"old","in":{"id":"old"}}`)
	value := jsonl.Value(line)
	changes := []jsonl.Change{{Value: value.Get("in", "id"), Text: `new "two"`}, {Value: value.Get("id"), Text: "new one"}}
	got := string(jsonl.Rewrite([]byte("kept "), line, changes))
	if want := `kept {"text":"\"id\":\"old\"","id":"new one","in":{"id":"new \"two\""}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSplitKeepsWhatStandsAroundTheJSON(t *testing.T) {
	before, sound, after, ok := jsonl.Split([]byte("\uFEFF {\"a\":1} \r"))
	if !ok || string(before) != "\uFEFF " || string(sound) != `{"a":1}` || string(after) != " \r" {
		t.Errorf("%q %q %q %v", before, sound, after, ok)
	}
	if _, _, _, ok := jsonl.Split([]byte(`{"a":`)); ok {
		t.Error("a cut line was taken for JSON")
	}
}
