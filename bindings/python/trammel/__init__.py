"""trammel: flexible multibody dynamics.

A model is a YAML file or a dict; it is run to its end, or moved step by step with inputs set in between::

    import trammel

    model = trammel.Model.load("pendulum.yaml", L=2)         # parameters by name
    results = model.run()
    results["bar.position"]                                  # NumPy array, rows x 3
    results.time, results.unit("bar.position")

    simulation = model.simulate()
    for step in simulation:                                  # the start, then the end of every step
        simulation.inputs["voltage"] = 10 * (1 - step["hinge.phi"])

    model.run("out.h5", wall_time=3600)                      # an hour of it
    trammel.resume("out.h5")                                 # the rest, with the same bits

    trammel.sweep(model, vary={"L": [1, 2, 3]}, collect={"peak": "max(hinge.force.y)"})["peak"]

    trammel.view(results)                                    # in a notebook: the mechanism in motion
    trammel.plot(results, "bar.position.x")                  # ... and a figure

    model.modes(count=6).frequency                           # Hz
    model.linearise("hinge.phi").poles                       # A, B, C, D between inputs and channels
    model.matrix().entries                                   # dC/dq with named rows and columns

What is wrong with a model is raised as ModelError, with all diagnostics: file, line, column and text of each. All computation is done
by the C library; this package holds none.
"""

from ._errors import Diagnostic, ModelError, RunError, TrammelError, TrammelWarning
from ._library import describe, version
from .linear import LinearSystem
from .model import Matrix, Model, Modes, resume
from .program import ForceNode, ForceState, Moment
from .results import Results
from .show import Page, Picture, plot, report, view
from .simulation import Inputs, Progress, Simulation, Step
from .study import Optimum, Study, StudyProgress, sweep

__all__ = [
    "Diagnostic", "ForceNode", "ForceState", "Inputs", "LinearSystem", "Matrix", "Model", "ModelError", "Modes", "Moment", "Optimum", "Page", "Picture", "Progress", "Results", "RunError", "Simulation", "Step", "Study", "StudyProgress",
    "TrammelError", "TrammelWarning", "describe", "plot", "report", "resume", "sweep", "version", "view",
]
__version__ = version()
