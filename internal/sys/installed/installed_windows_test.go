package installed

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestProgramIsFoundByItsNameWithoutTheEnding(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{
		"cli":     "#!/bin/sh\necho of npm, for other shells\n",
		"cli.cmd": "@echo cli-name v1.2.3\r\n",
		"text":    "no program\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := Finder{Path: `C:\nowhere;` + folder, Environ: os.Environ()}
	want := Program{Path: filepath.Join(folder, "cli.cmd"), Version: "1.2.3"}
	for _, name := range []string{"cli", filepath.Join(folder, "cli"), filepath.ToSlash(filepath.Join(folder, "cli.cmd"))} {
		got, err := f.Find(t.Context(), []string{name}, "", nil)
		got.Path = filepath.Clean(got.Path)
		if err != nil || got != want {
			t.Errorf("%s is %+v (%v), want %+v", name, got, err, want)
		}
	}
	for _, name := range []string{"text", "none"} {
		if got, err := f.Find(t.Context(), []string{name}, "", nil); !errors.Is(err, ErrNotInstalled) {
			t.Errorf("%s is %+v (%v)", name, got, err)
		}
	}
}
