package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/process"
	"stead/internal/term/ptyx"
)

// announcedFlag makes a verb tell the process that started it what it begins, through descriptor 3.
const announcedFlag = "announced"

// begun is that message: the id of what has begun, or why nothing has.
type begun struct {
	ID      string         `json:"id,omitempty"`
	Failure *failure.Error `json:"failure,omitempty"`
}

// StartVerb starts a verb of several runs, such as ab, in the background, with an input if there is one. It returns the
// id of what has begun as soon as its record is saved; the verb then continues whatever happens to this process.
// Errors: a *failure.Error if the verb failed before that, and that of ctx, with which the verb ends.
func StartVerb(ctx context.Context, p *setup.Process, line []string, input []byte) (id string, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return "", fmt.Errorf("start stead %s: %w", line[0], err)
	}
	defer read.Close()
	command, err := startSelf(p, line, input, write)
	_ = write.Close()
	if err != nil {
		return "", fmt.Errorf("start stead %s: %w", line[0], err)
	}
	go func() { _ = command.Wait() }() // the verb's record says how it ends
	defer context.AfterFunc(ctx, func() {
		_ = process.AskToEnd(command.Process) // it may have ended
		_ = read.Close()
	})()
	var told begun
	switch err := json.NewDecoder(read).Decode(&told); {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("stead %s has ended before it began anything", line[0])
	case told.Failure != nil:
		return "", told.Failure
	}
	return told.ID, nil
}

// startSelf starts this program again in a session of its own.
func startSelf(p *setup.Process, line []string, input []byte, tells *os.File) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.Command(self, append([]string{}, line...)...)
	command.Args = append(command.Args, "--"+announcedFlag)
	command.Dir, command.Env = p.Dir, ptyx.Unmarked(p.Environ)
	command.ExtraFiles = []*os.File{tells}
	process.Detach(command)
	if input != nil {
		command.Stdin = bytes.NewReader(input)
	}
	return command, command.Start()
}

// Announcement tells the process that has started this one what it begins. The zero value tells no process.
type Announcement struct {
	on   bool
	once sync.Once
}

// Register adds the hidden flag that turns it on.
func (a *Announcement) Register(c *cobra.Command) {
	c.Flags().BoolVar(&a.on, announcedFlag, false, "tell descriptor 3 what begins")
	_ = c.Flags().MarkHidden(announcedFlag)
}

// Began reports that something has begun. Only the first report counts.
func (a *Announcement) Began(id string) { a.tell(begun{ID: id}) }

// Ended reports that nothing has begun, and why. It does nothing if Began was called before.
func (a *Announcement) Ended(err error) {
	if err == nil {
		err = errors.New("nothing was begun")
	}
	a.tell(begun{Failure: failure.Describe(err)})
}

func (a *Announcement) tell(b begun) {
	if !a.on {
		return
	}
	a.once.Do(func() {
		file := os.NewFile(starterDescriptor, "starter")
		if file == nil {
			return
		}
		defer file.Close()
		_ = json.NewEncoder(file).Encode(b) // the starter may have ended
	})
}
