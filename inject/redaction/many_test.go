package redaction

import (
	"fmt"
	"strings"
	"testing"

	"stead/timeline"
)

// TestMoreSecretsThanAreRememberedAreMasked has so many secrets that those at the end are not remembered, and one of
// these twice.
func TestMoreSecretsThanAreRememberedAreMasked(t *testing.T) {
	const count = mostMasks
	var entries []*timeline.Entry
	for i := range count {
		text := fmt.Sprintf("it is KEY%012d and", i)
		entries = append(entries, &timeline.Entry{ID: fmt.Sprint(i), Type: timeline.User, Content: timeline.NewText(text)})
	}
	last := timeline.NewText(fmt.Sprintf("again KEY%012d here", count-1))
	entries = append(entries, &timeline.Entry{ID: "last", Type: timeline.User, Content: last})
	all, _, _ := passed(t, timeline.Stream{Entries: timeline.Of(entries...)}, "gemini", Mask)
	for _, e := range all {
		if strings.Contains(e.Content.String(), "KEY") {
			t.Fatalf("%s: %q", e.ID, e.Content)
		}
	}
	first, second := maskIn(all[count-1]), maskIn(all[count])
	if first != second || !strings.Contains(first, "#") {
		t.Errorf("the same secret is %q and %q", first, second)
	}
}

func maskIn(e *timeline.Entry) string {
	_, rest, _ := strings.Cut(e.Content.String(), "[")
	mask, _, _ := strings.Cut(rest, "]")
	return mask
}
