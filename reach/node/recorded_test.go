package node

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"stead/runs"
)

// save keeps the record of a run. Its file's time differs from that of the one before.
func save(t *testing.T, f runs.Folder, r runs.Run, second int) {
	t.Helper()
	if err := os.MkdirAll(f.Dir(r.ID), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(r); err != nil {
		t.Fatal(err)
	}
	at := time.Unix(int64(second), 0)
	if err := os.Chtimes(f.Dir(r.ID)+"/"+f.Record, at, at); err != nil {
		t.Fatal(err)
	}
}

func TestRunsAreToldAsTheirRecordsChange(t *testing.T) {
	asked := 0
	all := &recorded{folder: runs.Open(t.TempDir()), mask: func(text string) string {
		asked++
		return strings.ReplaceAll(text, "secret", "***")
	}}
	works := exec.Command("sleep", "1000")
	if err := works.Start(); err != nil {
		t.Fatal(err)
	}
	defer works.Process.Kill() //nolint:errcheck // it may have ended
	first := runs.Run{ID: "20261120-120000.000-0001", Status: runs.Running, To: runs.Session{CLI: "codex"},
		About: "shell: secret", Supervisor: runs.ProcessOf(works.Process.Pid)}
	second := runs.Run{ID: "20261120-130000.000-0002", Status: runs.Failed, To: runs.Session{CLI: "pi"},
		Reason: "the secret is wrong", Prompt: "a prompt"}
	tells := func(want string, changed bool) {
		t.Helper()
		if got, err := all.look(); got != changed || err != nil {
			t.Errorf("it has changed: %t, %v", got, err)
		}
		told, err := all.told()
		var got []string
		for _, r := range told {
			got = append(got, r.ID[len(r.ID)-4:]+" "+r.Shown(r.Alive)+" "+r.About+r.Reason+r.Prompt)
		}
		if strings.Join(got, "; ") != want || err != nil {
			t.Errorf("told is %q, %v, want %q", got, err, want)
		}
	}
	tells("", false)
	save(t, all.folder, first, 1)
	save(t, all.folder, second, 2)
	tells("0001 running shell: ***; 0002 failed the *** is wrong", true)
	before := asked
	tells("0001 running shell: ***; 0002 failed the *** is wrong", false)
	if asked != before {
		t.Errorf("records that were not written are read again: %d texts", asked-before)
	}
	first.About = "shell: make"
	save(t, all.folder, first, 3)
	tells("0001 running shell: make; 0002 failed the *** is wrong", true)
	if err := works.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = works.Wait() // it was killed
	tells("0001 dead shell: make; 0002 failed the *** is wrong", true)
	first.Status = runs.Completed
	save(t, all.folder, first, 4)
	tells("0002 failed the *** is wrong; 0001 done shell: make", true)
	if err := all.folder.Remove(second.ID); err != nil {
		t.Fatal(err)
	}
	tells("0001 done shell: make", true)
	if err := os.Mkdir(all.folder.Dir("20261120-140000.000-0003"), 0o700); err != nil { // one that is being made
		t.Fatal(err)
	}
	tells("0001 done shell: make", false)
}
