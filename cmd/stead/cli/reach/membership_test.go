package reach

import (
	"os"
	"strings"
	"testing"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/reach/hubtest"
	"stead/reach/member"
)

// A machine that leaves is open to nobody: its node has ended when leave says so, and a second node of a home is
// refused while one runs.
func TestLeaveEndsTheNode(t *testing.T) {
	h := hubtest.Start(t)
	node, operator := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Operator)
	home, ended := startedDesk(t, node)
	other, _ := hubOf(t, operator)
	p := processIn(t, home)
	if err := offer(t.Context(), p, offered{version: "1.2.3"}); err == nil ||
		!strings.Contains(err.Error(), "runs already") {
		t.Errorf("a second node ends with %v", err)
	}
	leave := leaveCommand(p)
	leave.SetArgs(nil)
	leave.SetContext(t.Context())
	if err := leave.RunE(leave, nil); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the node ends with %v", err)
		}
	case <-time.After(time.Second):
		t.Error("leave has ended before the node")
	}
	for begun := time.Now(); len(other.Others()) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			t.Fatalf("the others are still told of %+v", other.Others())
		}
	}
}

// startedDesk runs stead node in a home.
func startedDesk(t *testing.T, m member.Member) (home string, ended chan error) {
	t.Helper()
	home = t.TempDir()
	p := processIn(t, home)
	data, err := dataFolder(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(data); err != nil {
		t.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() { ended <- offer(t.Context(), p, offered{version: "1.2.3", slots: 1}) }()
	return home, ended
}

func processIn(t *testing.T, home string) *setup.Process {
	t.Helper()
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	output, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	p := setup.NewProcess([]string{"node"}, []string{"HOME=" + home, "PATH=/usr/bin:/bin"}, home, nothing, output, output)
	t.Cleanup(func() { p.Close(); output.Close(); nothing.Close() })
	return p
}
