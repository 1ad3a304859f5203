package process

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

func TestProcessIsKnownFromAnotherOfItsNumber(t *testing.T) {
	self := Of(os.Getpid())
	if !self.Alive() {
		t.Error("this process is not alive")
	}
	reused := self
	reused.Started = "1"
	if reused.Alive() {
		t.Error("a process of another start time is taken for this one")
	}
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	named := Of(child.Process.Pid)
	if !named.Alive() {
		t.Error("the child is not alive")
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	if named.Alive() {
		t.Error("the child is alive after its end")
	}
}

// TestProcessThatNobodyHasReapedIsDead has a child that has ended, and does not wait for it.
func TestProcessThatNobodyHasReapedIsDead(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells that a process is a zombie")
	}
	child := exec.Command("sh", "-c", "read line")
	input, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	id := Of(child.Process.Pid)
	if !id.Alive() {
		t.Fatal("it is dead at once")
	}
	input.Close()
	for limit := time.Now().Add(20 * time.Second); id.Alive() || Of(id.PID).Alive(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("it is alive though it has ended")
		}
	}
}
