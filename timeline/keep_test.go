package timeline_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"stead/timeline"
)

func TestFileOfJSONComesBackWhateverItHolds(t *testing.T) {
	for _, content := range []string{
		`{"a":1}`, "{\"title\":\"\xff\"}", `{"title":"\ud83d"}`, `"text"`, "\uFEFF{}", "no JSON", "", `[1]`,
		"{\"a\":\"\x9b31m\"}", `{"a":"\ud83d\ude00"}`,
	} {
		member := timeline.KeepFile([]byte(content))
		header, err := json.Marshal(timeline.Header{ID: "a", Extra: timeline.Extra{"file": member}})
		if err != nil || !json.Valid(header) || !utf8.Valid(header) || timeline.HasHalf(header) {
			t.Errorf("%q in a header gives %q, error %v", content, header, err)
		}
		var back timeline.Header
		if err := json.Unmarshal(header, &back); err != nil || string(timeline.KeptFile(back.Extra["file"])) != content {
			t.Errorf("%q came back as %q, error %v", content, timeline.KeptFile(back.Extra["file"]), err)
		}
	}
}

func TestHalvesOfCharactersAreSeen(t *testing.T) {
	for text, want := range map[string]bool{
		`"\ud83d"`: true, `"\ude00"`: true, `"\ud83d\ud83d\ude00"`: true, `"\ud83d\u0041"`: true, `"\uD83Dx"`: true,
		`"\ud83`:         false,
		`"\ud83d\ude00"`: false, `"\\ud83d"`: false, `"\u00e9"`: false, `"d83d"`: false, `"\\\ud83d"`: true, "": false,
		`\`: false,
	} {
		if got := timeline.HasHalf([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
