package tempfile_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"stead/internal/sys/tempfile"
)

func TestFileHoldsWhatIsWrittenAndLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	for _, text := range []string{"one", "another"} {
		file, err := tempfile.Create(folder, "x-")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close() // both are open at once
		if _, err := file.WriteString(text); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(io.NewSectionReader(file, 0, 100))
		if err != nil || string(got) != text {
			t.Errorf("%q, error %v", got, err)
		}
		t.Cleanup(func() {
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("%v is left, error %v", left, err)
			}
		})
	}
}

func TestFolderThatIsMissingIsAnError(t *testing.T) {
	_, err := tempfile.Create(t.TempDir()+"/missing", "x-")
	if err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("error %v", err)
	}
}
