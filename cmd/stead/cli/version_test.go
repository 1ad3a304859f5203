package cli

import "testing"

func TestVersionNamesTheCommit(t *testing.T) {
	of := build{Version: "1.2.3", Commit: "68f129a0daae765ee24fe56207832a8cb4274540", Go: "go1.26.8", Platform: "linux/amd64"}
	dated := of
	dated.Date = "2026-11-29T09:01:43Z"
	changed := dated
	changed.Modified = true
	for want, b := range map[string]build{
		"stead 1.2.3 (, )": {Version: "1.2.3"},
		"stead 1.2.3 (go1.26.8, linux/amd64, commit 68f129a0daae)":                            of,
		"stead 1.2.3 (go1.26.8, linux/amd64, commit 68f129a0daae of 2026-11-29)":              dated,
		"stead 1.2.3 (go1.26.8, linux/amd64, commit 68f129a0daae of 2026-11-29 with changes)": changed,
	} {
		if got := b.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestReleasedProgramSaysWhatItWasBuiltFrom(t *testing.T) {
	defer func(c, d, m string) { commit, date, modified = c, d, m }(commit, date, modified)
	commit, date, modified = "68f129a0daae765ee24fe56207832a8cb4274540", "2026-11-29T09:01:43Z", "true"
	if b := thisBuild(); b.Commit != commit || b.Date != date || !b.Modified {
		t.Errorf("got %+v", b)
	}
}
