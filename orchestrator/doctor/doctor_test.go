package doctor

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
)

func TestUntestedVersionIsANoteAndNoMore(t *testing.T) {
	info := adapter.Info{Tested: []string{"2.1.197", "2.1.329"}}
	for _, c := range []struct{ version, want string }{
		{"2.1.197", ""},
		{"2.1.200", "version 2.1.200 is none of those tested (2.1.197, 2.1.329)"},
		{"2.10.0", "version 2.10.0 is newer than 2.1.329, the newest one tested"},
		{"2.0.9", "version 2.0.9 is older than 2.1.197, the oldest one tested"},
		{"", "its version could not be determined"},
	} {
		var want []inject.Finding
		if c.want != "" {
			want = []inject.Finding{{Severity: inject.Note, Text: c.want}}
		}
		if diff := cmp.Diff(want, aboutVersion(info, c.version)); diff != "" {
			t.Errorf("version %q (-want +got):\n%s", c.version, diff)
		}
	}
}
