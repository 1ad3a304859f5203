package cli

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"stead/internal/plain"
	"stead/orchestrator"
)

// chooseFolder asks the user on the terminal in which folder a session goes on whose own cannot be used. No answer is the error itself.
func (a *app) chooseFolder(ctx context.Context, problem *failure) (string, error) {
	a.tell("%s", problem.Text)
	for i, near := range problem.Near {
		a.tell("  %d  %s   %s", i+1, a.tilde(near.Dir), near.Why)
	}
	for {
		_, _ = fmt.Fprint(a.Stderr, "Go on in which folder? A number, a path, or nothing to stop: ")
		answer, err := a.readLine(ctx)
		if err != nil || answer == "" {
			return "", firstOf(err, problem)
		}
		dir := a.folderOf(answer, problem.Near)
		info, err := os.Stat(dir)
		if err == nil && info.IsDir() {
			return dir, nil
		}
		a.tell("there is no folder %s", plain.Line(dir))
	}
}

func firstOf(first, otherwise error) error {
	if first != nil {
		return first
	}
	return otherwise
}

// folderOf returns the folder that an answer means.
func (a *app) folderOf(answer string, near []orchestrator.Near) string {
	if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(near) {
		return near[n-1].Dir
	}
	return a.path(answer)
}

// readLine reads a line from standard input and nothing behind it, which is the CLI's. At the end of the input it returns what there is.
func (a *app) readLine(ctx context.Context) (string, error) {
	line := make(chan string, 1)
	go func() { // a read from a terminal cannot be cancelled: after an interruption the process ends with it
		var text []byte
		for b := make([]byte, 1); ; {
			n, err := a.Stdin.Read(b)
			if n == 0 || err != nil || b[0] == '\n' {
				break
			}
			text = append(text, b[0])
		}
		line <- strings.TrimSpace(string(text))
	}()
	select {
	case text := <-line:
		return text, nil
	case <-ctx.Done():
		_, _ = fmt.Fprintln(a.Stderr) // what comes next does not stand behind the question
		return "", ctx.Err()
	}
}
