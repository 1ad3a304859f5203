package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/forks/worktree"
)

// treeFiles is how many files the project has that worktrees are made of, treeRounds how often that is done each way.
const (
	treeFiles  = 20_000
	treeRounds = 3
)

// worktrees compares a snapshot and two worktrees of it with git worktree add, done twice by hand.
func (b *bench) worktrees() error {
	project := filepath.Join(b.folder, "project")
	defer os.RemoveAll(project)
	// The settings that git has are not to matter, and nothing is measured after this that a home matters to.
	if err := errors.Join(os.Setenv("HOME", b.home), makeProject(project)); err != nil {
		return err
	}
	var hands, steads []time.Duration
	for range treeRounds {
		byHand, err := b.treesByHand(project)
		if err != nil {
			return err
		}
		ours, err := b.trees(project)
		if err != nil {
			return err
		}
		hands, steads = append(hands, byHand), append(steads, ours)
	}
	b.table.ratio(fmt.Sprintf("two worktrees of %d files", treeFiles), "git worktree add", quantile(steads, 0.5),
		quantile(hands, 0.5), 1.5)
	b.table.limit(fmt.Sprintf("two worktrees of %d files", treeFiles), "one file uncommitted", quantile(steads, 0.5),
		5*time.Second)
	return nil
}

// makeProject makes a repository of files of 2 kB, one of which is changed since its commit.
func makeProject(project string) error {
	for i := range treeFiles {
		path := filepath.Join(project, fmt.Sprintf("part%d/package%d/file%d.go", i%40, i%400, i))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(strings.Repeat(fmt.Sprintf("// line of file %d\n", i), 100)), 0o600); err != nil {
			return err
		}
	}
	for _, arguments := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "Begin"}} {
		if err := runGit(project, arguments...); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(project, "uncommitted.txt"), []byte("new\n"), 0o600)
}

func runGit(dir string, arguments ...string) error {
	command := exec.Command("git", slices.Concat([]string{"-c", "user.name=bench", "-c", "user.email=bench@localhost"},
		arguments)...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("git %s: %w: %s", arguments[0], err, output)
	}
	return nil
}

func (b *bench) treesByHand(project string) (time.Duration, error) {
	start := time.Now()
	for i := range 2 {
		if err := runGit(project, "worktree", "add", "-q", "-b", fmt.Sprintf("hand-%d", i), b.tree(i)); err != nil {
			return 0, err
		}
	}
	took := time.Since(start)
	for i := range 2 {
		if err := runGit(project, "worktree", "remove", b.tree(i)); err != nil {
			return 0, err
		}
		if err := runGit(project, "branch", "-q", "-D", fmt.Sprintf("hand-%d", i)); err != nil {
			return 0, err
		}
	}
	return took, nil
}

func (b *bench) tree(i int) string { return filepath.Join(b.folder, fmt.Sprintf("tree-%d", i)) }

func (b *bench) trees(project string) (time.Duration, error) {
	ctx, start := context.Background(), time.Now()
	snapshot, err := worktree.Take(ctx, project, worktree.Options{State: b.home})
	if err != nil {
		return 0, err
	}
	var trees []worktree.Tree
	for i := range 2 {
		tree, err := snapshot.Add(ctx, b.tree(i), fmt.Sprintf("stead-%d", i))
		if err != nil {
			return 0, err
		}
		trees = append(trees, tree)
	}
	took := time.Since(start)
	for _, tree := range trees {
		if err := tree.Remove(ctx, false); err != nil {
			return 0, err
		}
	}
	return took, snapshot.Forget(ctx)
}
