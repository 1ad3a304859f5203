package regular_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/sys/regular"
)

func TestFileThatIsTooLargeIsNotHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, regular.Largest+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := regular.ReadFile(path); !errors.Is(err, regular.ErrLarge) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
}
