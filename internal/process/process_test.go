package process

import (
	"os/exec"
	"testing"
)

func TestProcessIsKnownFromAnotherOfItsNumber(t *testing.T) {
	self := Self()
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
