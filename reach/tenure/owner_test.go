package tenure_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/roster"
	"stead/reach/tenure"
	"stead/runs"
)

// ownerVariable has the test's own program be the node of a machine, which is stopped or killed.
const ownerVariable = "STEAD_TEST_OWNER"

// owner is a machine whose node is a process of its own.
type owner struct {
	Member member.Member
	Data   string
	TTL    time.Duration
}

func isSent(r runs.Run) bool { return r.Prompt == "sent" }

// ownForever is that process.
func ownForever(text string) {
	var o owner
	err := json.Unmarshal([]byte(text), &o)
	if err == nil {
		err = o.own()
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func (o owner) own() error {
	conn, err := link.Dial(o.Member)
	if err != nil {
		return err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	known, err := roster.Follow(context.Background(), js, o.Member.Pin)
	if err != nil {
		return err
	}
	tenure.Machine{
		Access: tenure.Access{JS: js, Self: o.Member, Trust: known.Keyed, TTL: o.TTL}, Runs: runs.Open(o.Data), Sent: isSent,
		Failed: func(err error) { fmt.Fprintln(os.Stderr, err) },
	}.Serve(context.Background())
	return nil
}

// start starts the process, until the test is over.
func (o owner) start(t *testing.T) *os.Process {
	t.Helper()
	text, err := json.Marshal(o)
	must(t, err)
	child := exec.Command(os.Args[0])
	child.Env, child.Stderr = []string{ownerVariable + "=" + string(text), "HOME=" + t.TempDir()}, os.Stderr
	must(t, child.Start())
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	return child.Process
}

// TestRunOfANodeThatSaysNothingEndsBeforeAnotherGoesOn stops the desk's node past the lease of its run, or kills it.
// When the laptop has the run, the run has ended on the desk. The desk's node, when it is back, takes nothing away from
// the laptop.
func TestRunOfANodeThatSaysNothingEndsBeforeAnotherGoesOn(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]struct {
		ends, comesBack func(t *testing.T, o owner, p *os.Process)
	}{
		"stopped": {
			func(t *testing.T, _ owner, p *os.Process) { must(t, p.Signal(syscall.SIGSTOP)) },
			func(t *testing.T, _ owner, p *os.Process) { must(t, p.Signal(syscall.SIGCONT)) },
		},
		"killed": {
			func(t *testing.T, _ owner, p *os.Process) { must(t, p.Kill()) },
			func(t *testing.T, o owner, _ *os.Process) { o.start(t) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hubtest.Every(t, func(t *testing.T) {
				hub := hubtest.Serve(t)
				o := owner{Member: hub.Machine("desk"), Data: t.TempDir(), TTL: short}
				o.Member.URL = "tls://" + hub.Address()
				laptop := access(hub, hub.Connect("laptop"), "laptop", long)
				desk := &machine{tenure.Machine{Runs: runs.Open(o.Data)}, t}
				run := desk.begin("sent")
				p := o.start(t)
				until(t, "its supervisor knows the lease", func() bool { return desk.lease(run).Until > 0 })
				desk.supervise(run)
				fault.ends(t, o, p)
				must(t, laptop.TakeOver(t.Context(), run, func(string, time.Time) {}))
				if r, err := desk.Runs.Load(run); err != nil || r.Status != runs.Interrupted {
					t.Errorf("the desk still works at it: %s, %v", r.Status, err)
				}
				fault.comesBack(t, o, p)
				until(t, "the desk's record says who has it", func() bool {
					r, err := desk.Runs.Load(run)
					return err == nil && r.Elsewhere == "laptop"
				})
				must(t, laptop.TakeOver(t.Context(), run, nobodyWaits(t))) // it is the laptop's
			})
		})
	}
}
