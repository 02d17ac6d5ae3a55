"""Tests of the stand-ins for icontract and deal."""

import unittest

from .contract_libraries import CONTRACT_LIBRARIES
from .request_test import contract, outcome

icontract, deal = CONTRACT_LIBRARIES["icontract"], CONTRACT_LIBRARIES["deal"]


def double(n):
    return 2 * n


class StandIns(unittest.TestCase):
    def test_decorators_leave_functions_as_they_are(self):
        self.assertIs(icontract.require(lambda n: n > 0, description="positive")(double), double)
        self.assertIs(deal.chain(deal.pre(lambda _: True), deal.post(bool))(double), double)

    def test_some_may_be_used_without_a_call(self):
        self.assertIs(deal.pure(double), double)
        self.assertIs(deal.safe()(double), double)

    def test_classes_can_derive_from_them(self):
        class Thing(icontract.DBC, metaclass=icontract.DBCMeta):
            pass

        self.assertIsInstance(Thing(), icontract.DBC)

    def test_their_errors_are_named_by_library(self):
        code = """
        import icontract
        def f(n):
            raise icontract.ViolationError("broken")
        """
        self.assertEqual(outcome(code, contract(), n="1")["outcome"]["exception"], "icontract.ViolationError")
        self.assertTrue(issubclass(deal.PreContractError, AssertionError))
