//! Small git repositories, written without the git command.
