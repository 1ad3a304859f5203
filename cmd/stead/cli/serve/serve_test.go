package serve

import (
	"net"
	"os"
	"strings"
	"testing"

	"stead/cmd/stead/cli/setup"
)

// Two servers at one address are common: the user has forgotten the first one.
func TestAddressThatIsTakenSaysWhatToDo(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer nothing.Close()
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, t.TempDir(), nothing, nothing, nothing)
	defer p.Close()
	err = serve(t.Context(), p, options{address: taken.Addr().String()})
	hinted, ok := err.(interface{ Hint() string })
	if !ok || !strings.Contains(hinted.Hint(), "--listen 127.0.0.1:0") {
		t.Errorf("the error is %v", err)
	}
}
