package resources

import (
	"fmt"
	"os"
	"testing"
)

// BytesRead returns how many bytes this process has read so far, from any file. It skips the test on a system that does
// not count them.
func BytesRead(t testing.TB) (bytes int64) {
	t.Helper()
	content, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip("the system does not count what a process reads:", err)
	}
	if _, err := fmt.Sscanf(string(content), "rchar: %d", &bytes); err != nil {
		t.Fatal(err)
	}
	return bytes
}
