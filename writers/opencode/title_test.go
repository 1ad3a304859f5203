package opencode

import "testing"

func TestTextsAreCutAtWholeWords(t *testing.T) {
	for cut, want := range map[string]string{
		"Fix the scheduler with ghp_abcdef": "Fix the scheduler with", "Fix the scheduler ": "Fix the scheduler",
		"ghp_abcdefghijkl": "", "/home/ann/app/readers/cla": "/home/ann/app/readers",
		"https://example.org/a/b?key=abc": "https://example.org/a",
		"请修复调度程序的测试":                      "请修复调度程序的测试", "请修复调度程序 ghp_abc": "请修复调度程序", "": "",
	} {
		if got := wholeWords(cut); got != want {
			t.Errorf("%q is cut to %q, want %q", cut, got, want)
		}
	}
}
