# The floor under every `sees`: a compiled function that takes the same arguments and does nothing.

def empty_call(board, a, b, rule):
    return True
