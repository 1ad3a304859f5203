package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/forks"
	"stead/runs"
	"stead/timeline"
)

// familySize is how many forks the family has that is drawn.
const familySize = 10_000

// family compares drawing a family of forks with reading what stead has noted of it.
func (b *bench) family() error {
	last, err := b.makeFamily()
	if err != nil {
		return err
	}
	floor := job{line: []string{"sh", "-c", fmt.Sprintf("find %s -name '*.json*' -print0 | xargs -0 cat | wc -l",
		b.data())}}
	figures, err := b.compare(9, floor, job{line: []string{b.stead, "fork", "tree", last}})
	if err != nil {
		return err
	}
	what := fmt.Sprintf("fork tree of %d forks", familySize)
	b.table.ratio(what, "find | cat | wc", figures[1].wall, figures[0].wall, 4)
	b.table.limit(what, "", figures[1].wall, time.Second)
	return errors.Join(os.RemoveAll(b.data()), os.RemoveAll(filepath.Join(b.home, ".claude")))
}

// makeFamily makes a session of which three forks were made, of each of those three more and so on, and returns the
// last one's reference.
func (b *bench) makeFamily() (last string, err error) {
	log, folder, family := forks.OpenLog(b.data()), runs.Open(b.data()), []string{"claude:" + forkID(0)}
	for i := range familySize {
		id := forkID(i + 1)
		run, err := folder.Create(time.Now())
		if err != nil {
			return "", err
		}
		path := filepath.Join(b.home, ".claude/projects/-home-user-demo", id+".jsonl")
		n := forks.Node{
			Session: "claude:" + id, Path: path, Parent: family[i/3], At: "entry", Turn: 3, Kind: timeline.LineageFork, Run: run,
			Dir: "/home/user/demo", Title: "Try it another way", Time: time.Now(),
		}
		record := runs.Run{ID: run, To: runs.Session{CLI: "claude", ID: id, Path: path}, Status: runs.Completed, Turns: 2,
			FinalText: strings.Repeat("Done. ", 100)}
		if err := errors.Join(log.Append(n), folder.Save(record)); err != nil {
			return "", err
		}
		family = append(family, n.Session)
	}
	return family[familySize], nil
}

func forkID(i int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012d", uint32(i)*2654435761, i) }
