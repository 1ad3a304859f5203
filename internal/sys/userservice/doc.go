// Package userservice writes the file that makes the system run a program for a user after login: a systemd unit, or a
// launchd property list.
package userservice
