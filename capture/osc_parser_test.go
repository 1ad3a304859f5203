package capture

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stead/inject"
)

// TestTitlesAndNotificationsAreReported cuts the output at each place.
func TestTitlesAndNotificationsAreReported(t *testing.T) {
	output := "text\x1b[1mbold\x1b]0;✦ Working\aand\x1b]9;Approval: rm -rf x\x1b\\more\x1b]52;c;" +
		strings.Repeat("A", 2*longestOperating) + "\a\x1b]777;notify;a;b\a\x1b]7501;state=idle\a"
	want := []string{"title ✦ Working", "notice Approval: rm -rf x", "notice notify;a;b", "notice state=idle"}
	for cut := range min(len(output), 120) {
		var got []string
		p := &OSCParser{OnEvent: func(from inject.Source, said []byte) {
			got = append(got, map[inject.Source]string{inject.Title: "title ", inject.Notice: "notice "}[from]+string(said))
		}}
		p.Output(time.Time{}, []byte(output[:cut]))
		p.Output(time.Time{}, []byte(output[cut:]))
		if !slices.Equal(got, want) {
			t.Fatalf("cut at %d: %q", cut, got)
		}
	}
}
