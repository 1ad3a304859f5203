package tui

import (
	"strings"
	"testing"
	"time"
)

// changing is a machine whose run has changed files.
func changing() *fake {
	m := some()
	m.changes = &Changes{Files: 2, Added: 12, Deleted: 4, Lines: append([]string{
		"2 files, +12 −4, compared with 1a2b3c4d5e, checked out when the run began",
		"  M main.go  +1 −4", "  A new.txt  +11 −0", "", "diff --git a/main.go b/main.go", "@@ -1,4 +1 @@", "-old", "+new",
	}, strings.Split(strings.Repeat("+more\n", 60), "\n")...)}
	return m
}

func TestChangesOfARunAreShown(t *testing.T) {
	for _, size := range sizes {
		s := home(t, changing(), size.width, size.height)
		if s.isWide() {
			s.sees("2 files +12 −4")
		}
		s.keys("d")
		s.sees("A new.txt", "+new", "what was changed in its folder")
		s.until("it is read", s.isRead)
		s.isGolden("changes")
		if frame := s.frame(); !strings.Contains(frame, "\x1b[31m-old") {
			t.Errorf("the diff has no colours: %q", frame)
		}
		s.keys("G")
		if s.lineOf("A new.txt") >= 0 {
			t.Error("G does not scroll the diff")
		}
		s.keys("esc")
		if s.isInside || s.work.isVisible(s.Model) {
			t.Error("esc does not leave the diff")
		}
		s.keys("d", "d")
		if s.isInside {
			t.Error("a second d does not leave the diff")
		}
	}
}

func TestWhyThereAreNoChangesIsSaid(t *testing.T) {
	s := home(t, some(), 120, 36)
	s.keys("d")
	s.sees("This cannot be shown: the folder is in no git repository")
	s.keys("esc", "j", "d")
	s.sees("this session has no run: stead knows of runs what they have changed")
}

// TestChangesAreCountedNowAndThen reads the list again, sooner and later: git must not look at all files each time.
func TestChangesAreCountedNowAndThen(t *testing.T) {
	m := changing()
	at := noon
	s := home(t, m, 120, 36)
	s.now = func() time.Time { return at }
	s.sees("2 files +12 −4")
	m.changes = &Changes{Files: 3, Added: 13, Deleted: 4}
	at = at.Add(recount / 2)
	s.tells(due{})
	s.until("the list was read again", func() bool { return !s.lists.isBusy })
	if s.work.isBusy || s.lineOf("2 files +12 −4") < 0 {
		t.Error("it is counted again too soon")
	}
	at = at.Add(recount)
	s.tells(due{})
	s.sees("3 files +13 −4")
}
