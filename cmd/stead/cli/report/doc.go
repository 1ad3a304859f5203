// Package report prints a command's messages about a delivery, a plan, an active run and an ended run.
package report
